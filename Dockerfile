# ralbench with its built-in targets, from a finished build (mvn -DskipTests package):
#   docker build -t ralbench .
#   docker run --rm --network host -v "$PWD/results:/data/results" ralbench run --scenario delay-200 --quick
# Host network, because a mapped port costs more than the targets do.
ARG BASE=eclipse-temurin:25-jdk
FROM ${BASE}
# See .dockerignore for what of these is taken; the own jar last, as it changes most often.
COPY cli/target/lib/ /opt/ralbench/cli/target/lib/
COPY targets/ /opt/ralbench/targets/
COPY cli/target/ralbench.jar /opt/ralbench/cli/target/
# As in the launcher: ralbench cleans up after itself.
ENV TESTCONTAINERS_RYUK_DISABLED=true
WORKDIR /data
ENTRYPOINT ["java", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-XX:+UseSerialGC", \
    "-Dralbench.home=/opt/ralbench", "-jar", "/opt/ralbench/cli/target/ralbench.jar"]
