-- The data of the fan-out study: four tables alike, 193 rows in each. The study's own script fills test_1 and says in a
-- comment that the others are to be filled likewise. Its times are the moment of the insert; here they are fixed, so
-- that the rows, and with them the bodies of answers, are the same whenever and wherever they are made.

CREATE TABLE test_1 (
    id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
    title varchar(255) NULL,
    description varchar(255) NULL,
    created_at datetime DEFAULT CURRENT_TIMESTAMP,
    modified_at datetime DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci;

CREATE TABLE test_2 LIKE test_1;
CREATE TABLE test_3 LIKE test_1;
CREATE TABLE test_4 LIKE test_1;

-- Numbers by cross-joined digits: recursion is limited by a setting that MySQL and MariaDB call by different names.
INSERT INTO test_1 (id, title, description, created_at, modified_at)
SELECT number, 'test', 'test', '2023-01-01 00:00:00', '2023-01-01 00:00:00'
FROM (
    SELECT 100 * hundreds.digit + 10 * tens.digit + ones.digit AS number
    FROM (SELECT 0 AS digit UNION ALL SELECT 1) AS hundreds
    CROSS JOIN (
        SELECT 0 AS digit UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
        UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9
    ) AS tens
    CROSS JOIN (
        SELECT 0 AS digit UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
        UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9
    ) AS ones
) AS numbers
WHERE number BETWEEN 1 AND 193
ORDER BY number;

INSERT INTO test_2 SELECT * FROM test_1;
INSERT INTO test_3 SELECT * FROM test_1;
INSERT INTO test_4 SELECT * FROM test_1;
