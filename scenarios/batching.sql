-- The data of the batching study: a million worms and no index on their class, so that a query for ten of a class reads row by
-- row until it has them. Ten worms are of the study's class, utilize. Where the tenth of them is decides how long the query
-- takes: 17 ms alone, which this script measures and sets on each machine. Five connections at 16.8 ms a query make the
-- study's 297.7 requests per second.
--
-- The worms look like the documents of the same scenario on a document store. One of the ten in JSON has 112 bytes, the array of
-- them the study's 1131.

CREATE TABLE worms (
    id int unsigned NOT NULL PRIMARY KEY,
    _id char(24) NOT NULL,
    name varchar(12) NOT NULL,
    class varchar(16) NOT NULL,
    length smallint unsigned NOT NULL,
    habitat varchar(12) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

-- Where the tenth worm of the class utilize is, and how long the query takes with nothing else to do. Scan is the time for
-- all rows.
CREATE TABLE calibration (
    position int unsigned NOT NULL,
    query_millis decimal(9, 3) NOT NULL,
    scan_millis decimal(9, 3) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

-- 700 classes, class-300 to class-999. Numbers below 1000, because neither MySQL nor MariaDB allows for more recursions without a
-- setting that they call by different names.
INSERT INTO worms (id, _id, name, class, length, habitat)
WITH RECURSIVE numbers AS (
    SELECT 0 AS number UNION ALL SELECT number + 1 FROM numbers WHERE number < 999
)
SELECT
    id,
    CONCAT('5bf00000910a2dec89', LOWER(LPAD(HEX(id - 1), 6, '0'))),
    CONCAT('worm-', LPAD(id, 7, '0')),
    CONCAT('class-', 300 + id % 700),
    100 + id * 7919 % 900,
    ELT(1 + id % 8, 'forest floor', 'river meadow', 'compost heap', 'marsh margin', 'kitchen plot', 'orchard soil', 'hedge bottom', 'field border')
FROM (
    SELECT 1000 * thousands.number + ones.number + 1 AS id
    FROM numbers AS thousands STRAIGHT_JOIN numbers AS ones
) AS ids;

-- How many rows the server fetches at once depends on what it takes the table's size for; a server that starts again on this data
-- must not take it for another.
ANALYZE TABLE worms;

-- All rows are read, because nothing is found yet. The first time only warms the server up; of the others the fastest counts,
-- because anything else on the machine can only make it slower.
SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10;
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @scan = TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @scan = LEAST(@scan, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @scan = LEAST(@scan, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @scan = LEAST(@scan, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @scan = LEAST(@scan, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));

-- A first guess, which takes all rows to be read equally fast. Each tenth of the way there is a worm of the class.
-- The server tidies up after a change; the second is for that.
SET @step = LEAST(100000, GREATEST(1000, ROUND(1000000 * 17000 / @scan / 10)));
UPDATE worms SET class = 'utilize' WHERE id <= 10 * @step AND id % @step = 0;
DO SLEEP(1);
SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10;
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));

-- Corrected by what the query took, and timed again for the record.
UPDATE worms SET class = CONCAT('class-', 300 + id % 700) WHERE class = 'utilize';
SET @step = LEAST(100000, GREATEST(1000, ROUND(@step * 17000 / @query)));
UPDATE worms SET class = 'utilize' WHERE id <= 10 * @step AND id % @step = 0;
DO SLEEP(1);
SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10;
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));
SET @begin = SYSDATE(6); SELECT _id, name, class, length, habitat FROM worms WHERE class = 'utilize' LIMIT 10; SET @query = LEAST(@query, TIMESTAMPDIFF(MICROSECOND, @begin, SYSDATE(6)));

INSERT INTO calibration (position, query_millis, scan_millis) VALUES (10 * @step, @query / 1000, @scan / 1000);

-- 300 classes more, class-000 to class-299. They take turns in the last rows before the tenth utilize, so that ten of any of them
-- are found after the same time, to 5 %; eleven turns, because some of the rows are utilize's.
UPDATE worms SET class = CONCAT('class-', LPAD(id % 300, 3, '0'))
WHERE id BETWEEN 10 * @step - 3300 AND 10 * @step - 1 AND class <> 'utilize';
