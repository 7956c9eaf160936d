# ralbench with its built-in targets, from a finished build (mvn -DskipTests package):
#   docker build -t ralbench .
#   docker run --rm --network host -v "$PWD/results:/data/results" ralbench run --scenario delay-200 --quick
# Host network, because a mapped port costs more than the targets do.
ARG BASE=eclipse-temurin:25-jdk
FROM ${BASE}
WORKDIR /opt/ralbench
COPY cli/target/lib/ cli/target/lib/
COPY targets/tomcat/target/lib/ targets/tomcat/target/lib/
COPY targets/netty/target/lib/ targets/netty/target/lib/
COPY targets/tomcat/target/tomcat.jar targets/tomcat/target/
COPY targets/netty/target/netty.jar targets/netty/target/
COPY cli/target/ralbench.jar cli/target/
WORKDIR /data
ENTRYPOINT ["java", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC", \
    "-Dralbench.home=/opt/ralbench", "-jar", "/opt/ralbench/cli/target/ralbench.jar"]
