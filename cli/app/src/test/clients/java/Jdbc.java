import java.sql.DriverManager;
import java.sql.Timestamp;

/** Asks one server once by JDBC: Jdbc.java SCHEME HOST PORT DATABASE USER PASSWORD. */
public final class Jdbc {
    private static final String TEXT = "grüße €";

    private Jdbc() {}

    private static String time(String scheme) {
        return scheme.equals("postgresql") ? "CAST(? AS TIMESTAMP)" : "?";
    }

    public static void main(String[] args) throws Exception {
        var url = "jdbc:" + args[0] + "://" + args[1] + ":" + args[2] + "/" + args[3];
        try (var connection = DriverManager.getConnection(url, args[4], args[5]);
                var statement = connection.prepareStatement("SELECT CONCAT(?, ''), CONCAT(" + time(args[0]) + ", '')")) {
            var facts = connection.getMetaData();
            if (facts.getSQLKeywords().isEmpty()) {
                throw new IllegalStateException("no key words");
            }
            statement.setString(1, TEXT);
            statement.setTimestamp(2, Timestamp.valueOf("2026-11-28 01:02:03.123456"));
            try (var rows = statement.executeQuery()) {
                rows.next();
                if (!rows.getString(1).equals(TEXT)) {
                    throw new IllegalStateException("got " + rows.getString(1));
                }
                if (!rows.getString(2).contains("03.123456")) {
                    throw new IllegalStateException("a time lost its fraction: " + rows.getString(2));
                }
            }
            System.out.println("answered by " + facts.getDatabaseProductVersion());
        }
    }
}
