package shop;

import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A product with its reviews, of two versions of an endpoint: the second one is about to replace the first. */
@SpringBootApplication
@RestController
public class Shop {
    private final JdbcClient database;
    private final boolean readsOneByOne;

    /** @param readsOneByOne the regression: the new version reads each review by a query of its own (N+1) */
    Shop(JdbcClient database, @Value("${shop.one-by-one:false}") boolean readsOneByOne) {
        this.database = database;
        this.readsOneByOne = readsOneByOne;
    }

    public static void main(String[] args) {
        SpringApplication.run(Shop.class, args);
    }

    record Review(long id, int stars, String text) {}

    record Product(long id, List<Review> reviews) {}

    @GetMapping("/v1/products/{id}")
    Product first(@PathVariable long id) {
        return new Product(id, allReviews(id));
    }

    @GetMapping("/v2/products/{id}")
    Product second(@PathVariable long id) {
        return new Product(id, readsOneByOne ? eachReview(id) : allReviews(id));
    }

    private List<Review> allReviews(long product) {
        return database.sql("select id, stars, text from review where product = ? order by id")
                .param(product)
                .query(Review.class)
                .list();
    }

    private List<Review> eachReview(long product) {
        var ids = database.sql("select id from review where product = ? order by id")
                .param(product)
                .query(Long.class)
                .list();
        return ids.stream()
                .map(id -> database.sql("select id, stars, text from review where id = ?")
                        .param(id)
                        .query(Review.class)
                        .single())
                .toList();
    }
}
