export {
    areaY, axisX, axisY, barX, dot, gridX, gridY, line, link, plot, pointer, pointerX, rect, ruleX, ruleY, text, tickX, tip,
} from '@observablehq/plot';
export { gunzipSync, unzlibSync } from 'fflate';
