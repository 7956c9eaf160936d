create table review (id bigint primary key, product bigint not null, stars int not null, text varchar(200) not null);
create index review_of_product on review (product);
insert into review select x, x / 500, 1 + mod(x, 5), 'review ' || x from system_range(0, 24999);
