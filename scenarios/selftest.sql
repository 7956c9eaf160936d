-- The rows that the target of the self-tests reads, one at a time.
CREATE TABLE item (
    id bigint NOT NULL PRIMARY KEY,
    name varchar(32) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

INSERT INTO item (id, name) VALUES
    (1, 'one'), (2, 'two'), (3, 'three'), (4, 'four'), (5, 'five'), (6, 'six'), (7, 'seven'), (8, 'eight'),
    (9, 'nine'), (10, 'ten'), (11, 'eleven'), (12, 'twelve'), (13, 'thirteen'), (14, 'fourteen'), (15, 'fifteen'), (16, 'sixteen');
