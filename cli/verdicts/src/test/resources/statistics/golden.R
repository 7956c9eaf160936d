# Values that the Java classes must reproduce, by R's own functions. Run here: Rscript golden.R
RNGkind("Mersenne-Twister", "Inversion", "Rejection")
set.seed(20261121)
number <- function(x) sprintf("%.17g", x)
list_of <- function(x) paste(number(x), collapse = " ")
# For decimals with few digits: they are read back as the same numbers.
inputs <- function(x) paste(sprintf("%.15g", x), collapse = " ")
lines_to <- function(name, header, rows) writeLines(c(header, rows), name)

# As they are written, so that both sides compute with the same numbers; no ties, no zeros.
untied <- function(n, centre, spread, heavy) {
  repeat {
    x <- centre + spread * (if (heavy) rt(n, 3) else rnorm(n))
    x <- as.numeric(sprintf("%.4f", x))
    if (!any(duplicated(abs(x))) && all(x != 0)) return(x)
  }
}

signed_rank <- function(n, i) {
  alpha <- c(0.01, 0.05, 0.01 / 3, 0.1)[i %% 4 + 1]
  d <- untied(n, c(0, 0, 0.05, -0.1)[i %/% 2 %% 4 + 1], 0.06, i %% 3 == 0)
  both <- wilcox.test(d, exact = TRUE, conf.int = TRUE, conf.level = 1 - 2 * alpha)
  bounds <- both$conf.int
  achieved <- attr(bounds, "conf.level")
  # R gives the widest finite interval where the level cannot be reached; there is no bound then.
  if (2^-n > alpha) {
    bounds <- c(-Inf, Inf)
    achieved <- 1
  } else {
    achieved <- 1 - 2 * psignrank(qsignrank(alpha, n) - 1, n)
  }
  paste(inputs(d), number(alpha), number(both$estimate), number(bounds[1]), number(bounds[2]), number(achieved),
    number(wilcox.test(d, exact = TRUE, alternative = "greater")$p.value),
    number(wilcox.test(d, exact = TRUE, alternative = "less")$p.value), sep = ",")
}
rows <- unlist(lapply(5:30, function(n) sapply(1:22, function(i) signed_rank(n, i))))
lines_to("signed-rank-untied.csv", "differences,alpha,estimate,low,high,confidence,pGreater,pLess", rows)

two_samples <- function(i) {
  m <- sample(3:16, 1)
  n <- sample(3:16, 1)
  alpha <- c(0.01, 0.05)[i %% 2 + 1]
  all <- untied(m + n, 0.3, 0.06, i %% 3 == 0)
  base <- all[1:m]
  other <- all[-(1:m)]
  both <- wilcox.test(other, base, exact = TRUE, conf.int = TRUE, conf.level = 1 - 2 * alpha)
  bounds <- both$conf.int
  k <- qwilcox(alpha, n, m)
  if (k == 0) bounds <- c(-Inf, Inf)
  achieved <- if (k == 0) 1 else 1 - 2 * pwilcox(k - 1, n, m)
  paste(inputs(base), inputs(other), number(alpha), number(both$estimate), number(bounds[1]), number(bounds[2]),
    number(achieved), number(wilcox.test(other, base, exact = TRUE, alternative = "greater")$p.value),
    number(wilcox.test(other, base, exact = TRUE, alternative = "less")$p.value), sep = ",")
}
lines_to("two-samples-untied.csv", "base,other,alpha,estimate,low,high,confidence,pGreater,pLess",
  sapply(1:200, two_samples))

adjusted <- function(i) {
  p <- signif(rbeta(sample(1:24, 1), 0.4, 1), 5)
  if (i %% 4 == 0) p <- round(p, 2)
  paste(inputs(p), list_of(p.adjust(p, "holm")), list_of(p.adjust(p, "BH")), sep = ",")
}
lines_to("adjusted.csv", "p,holm,benjaminiHochberg", sapply(1:100, adjusted))

shares <- function(hits, trials, alpha) {
  interval <- binom.test(hits, trials, conf.level = 1 - 2 * alpha)$conf.int
  paste(hits, trials, number(alpha), number(interval[1]), number(interval[2]), number(binom.test(hits, trials)$p.value),
    sep = ",")
}
lines_to("shares.csv", "hits,trials,alpha,lower,upper,pOfFairCoin", c(
  shares(0, 299, 0.05), shares(1, 473, 0.05), shares(2, 628, 0.05), shares(3, 773, 0.05), shares(0, 1, 0.05),
  shares(1, 1, 0.05), sapply(1:60, function(i) {
    trials <- sample(1:400, 1)
    shares(rbinom(1, trials, c(0.02, 0.5, 0.45, 0.97)[i %% 4 + 1]), trials, c(0.01, 0.05, 0.025)[i %% 3 + 1])
  })))

series <- function(i) {
  x <- as.numeric(sprintf("%.3f", 5 + arima.sim(list(ar = c(0, 0.6, -0.5)[i %% 3 + 1]), sample(2:40, 1))))
  paste(inputs(x), number(mean(x)), number(median(x)), number(sd(x)), number(acf(x, lag.max = 1, plot = FALSE)$acf[2]),
    sep = ",")
}
lines_to("series.csv", "values,mean,median,deviation,lag1", sapply(1:60, series))

student <- function(i) {
  alpha <- c(0.01, 0.05, 0.01 / 3)[i %% 3 + 1]
  d <- untied(sample(2:30, 1), 0.03, 0.06, i %% 2 == 0)
  test <- t.test(d, conf.level = 1 - 2 * alpha)
  paste(inputs(d), number(alpha), number(test$estimate), number(test$conf.int[1]), number(test$conf.int[2]),
    number(1 - 2 * alpha), sep = ",")
}
lines_to("student.csv", "differences,alpha,estimate,low,high,confidence", sapply(1:60, student))
