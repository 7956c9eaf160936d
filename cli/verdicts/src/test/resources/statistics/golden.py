"""Values that the Java classes must reproduce where ties count: SciPy's exact permutations, and shifts tried one by one
in whole numbers. Run here: python3 golden.py (NumPy, SciPy)."""

from collections import Counter
from fractions import Fraction

import numpy as np
from scipy import stats

random = np.random.default_rng(20261121)
ALL = stats.PermutationMethod(n_resamples=10**9)


def doubled_ranks(values):
    return [int(2 * r) for r in stats.rankdata(values)]


def sums_of(ranks):
    """How many of all choices of signs give each sum; whole numbers, so exact."""
    ways = Counter({0: 1})
    for rank in ranks:
        more = Counter(ways)
        for total, count in ways.items():
            more[total + rank] += count
        ways = more
    return ways


def tails(ways, observed):
    every = sum(ways.values())
    above = sum(count for total, count in ways.items() if total >= observed)
    below = sum(count for total, count in ways.items() if total <= observed)
    return Fraction(above, every), Fraction(below, every)


def signed_rank(differences):
    ranks = doubled_ranks([abs(d) for d in differences])
    observed = sum(r for r, d in zip(ranks, differences) if d > 0)
    return tails(sums_of([r for r, d in zip(ranks, differences) if d != 0]), observed)


def subset_sums(ranks, chosen):
    ways = [Counter() for _ in range(chosen + 1)]
    ways[0][0] = 1
    for rank in ranks:
        for count in range(chosen, 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + rank] += number
    return ways[chosen]


def two_samples(base, other):
    ranks = doubled_ranks(list(other) + list(base))
    return tails(subset_sums(ranks, len(other)), sum(ranks[: len(other)]))


def lower(candidates, greater, alpha, untied):
    """The first shift that is not rejected, tried from below; what the test says of no shift has the last word.

    untied: all sums that are possible, doubled, if no two values of a sample are equal; then the level that is achieved is
    that of the rank of the bound, even where several candidates happen to be equal."""
    candidates = sorted(set(candidates))
    bound, rejected = -np.inf, Fraction(0)
    middles = [candidates[0] - 1] + [(a + b) / 2 for a, b in zip(candidates, candidates[1:])]
    for candidate, middle in zip(candidates, middles):
        p = greater(middle)
        if p > alpha:
            break
        bound, rejected = candidate, p
    if untied and rejected:
        steps = [tails(untied, min(untied) + 2 * k)[1] for k in range(len(untied))]
        rejected = max(p for p in steps if p <= alpha)
    at_zero = greater(Fraction(0))
    if at_zero > alpha and bound > 0:
        bound = Fraction(0)
    if at_zero <= alpha and bound <= 0:
        bound, rejected = Fraction(0), at_zero
    return bound, rejected


def number(x):
    return repr(float(x))


def list_of(values, unit):
    return " ".join(number(v * unit) for v in values)


def check(ours, scipys):
    assert abs(float(ours) - scipys) < 1e-12, (ours, scipys)


def signed_rank_row(n, i):
    alpha = Fraction([1, 5, 10][i % 3], 100)
    spread = [3, 6, 20][i // 2 % 3]
    d = [Fraction(int(x)) for x in np.rint(random.normal([0, 0, 4, -5][i % 4], spread, n))]
    greater, less = signed_rank(d)
    if n <= 10 and any(d):
        plain = [float(x) for x in d]
        for p, side in ((greater, "greater"), (less, "less")):
            check(p, stats.wilcoxon(plain, zero_method="pratt", alternative=side, method=ALL).pvalue)
    averages = [(d[a] + d[b]) / 2 for a in range(n) for b in range(a, n)]
    untied = sums_of(range(2, 2 * n + 1, 2)) if len(set(d)) == n else None
    low, low_p = lower(averages, lambda t: signed_rank([x - t for x in d])[0], alpha, untied)
    high, high_p = lower([-w for w in averages], lambda t: signed_rank([-x - t for x in d])[0], alpha, untied)
    estimate = np.median([float(w) for w in averages])
    return row([list_of(d, 1)], alpha, estimate, low, high, low_p, high_p, greater, less)


def two_samples_row(i):
    m, n = (int(x) for x in random.integers(3, [7, 13][i % 2], 2))
    alpha = Fraction([1, 5][i // 2 % 2], 100)
    base = [Fraction(int(x)) for x in np.rint(random.normal(20, 4, m))]
    other = [Fraction(int(x)) for x in np.rint(random.normal([20, 25, 12][i % 3], 4, n))]
    greater, less = two_samples(base, other)
    if m < 7 and n < 7:
        for p, side in ((greater, "greater"), (less, "less")):
            check(p, stats.mannwhitneyu([float(x) for x in other], [float(x) for x in base], alternative=side, method=ALL).pvalue)
    differences = [b - a for a in base for b in other]
    without_ties = len(set(base)) == m and len(set(other)) == n
    untied = subset_sums(range(2, 2 * (m + n) + 1, 2), n) if without_ties else None
    low, low_p = lower(differences, lambda t: two_samples(base, [x - t for x in other])[0], alpha, untied)
    untied = subset_sums(range(2, 2 * (m + n) + 1, 2), m) if without_ties else None
    high, high_p = lower([-x for x in differences], lambda t: two_samples(other, [x - t for x in base])[0], alpha, untied)
    estimate = np.median([float(x) for x in differences])
    return row([list_of(base, 1), list_of(other, 1)], alpha, estimate, low, high, low_p, high_p, greater, less)


def row(lists, alpha, estimate, low, high, low_p, high_p, greater, less):
    high = -high if np.isinf(float(high)) else Fraction(0) - high
    figures = [alpha, estimate, low, high, max(0, 1 - low_p - high_p), greater, less]
    return ",".join(lists + [number(x) for x in figures])


def halves(values):
    half = len(values) // 2
    return np.log(np.mean(values[-half:]) / np.mean(values[:half]))


def steadiness_row(i):
    n = int(random.integers(20, 90))
    warm = [0, 0.3, 0.6][i % 3] * np.exp(-np.arange(n) / [3, 10, 60][i // 3 % 3])
    values = [round(float(x), 3) for x in 1000 * (1 - warm) + random.normal(0, 20, n)]
    return ",".join([list_of(values, 1), number(halves(values))])


def write(name, header, rows):
    with open(name, "w") as file:
        file.write("\n".join([header, *rows]) + "\n")


FIGURES = "alpha,estimate,low,high,confidence,pGreater,pLess"
write("signed-rank-tied.csv", "differences," + FIGURES, [signed_rank_row(n, i) for n in range(5, 31) for i in range(20)])
write("two-samples-tied.csv", "base,other," + FIGURES, [two_samples_row(i) for i in range(120)])
write("steadiness.csv", "values,halves", [steadiness_row(i) for i in range(60)])


def kruskal_row(i):
    spread = [3, 30][i % 2]
    samples = [np.rint(random.normal(20 + 4 * k * (i % 3), spread, int(random.integers(2, 12)))) for k in range(2 + i % 4)]
    p = stats.kruskal(*samples).pvalue if len(set(np.concatenate(samples))) > 1 else 1.0
    return ",".join([" | ".join(list_of([float(x) for x in s], 1) for s in samples), number(p)])


write("kruskal-wallis.csv", "samples,p", [kruskal_row(i) for i in range(60)])
