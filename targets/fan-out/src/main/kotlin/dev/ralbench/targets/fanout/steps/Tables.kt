package dev.ralbench.targets.fanout.steps

import jakarta.persistence.Entity
import jakarta.persistence.Id
import jakarta.persistence.MappedSuperclass
import jakarta.persistence.Table
import org.springframework.data.jpa.repository.JpaRepository
import java.time.LocalDateTime

/** The four tables are alike; that there are four is the point of the study. Nothing here ever writes. */
@MappedSuperclass
abstract class TestEntity {
    @Id
    var id: Long = 0
        protected set
    var title: String? = null
        protected set
    var description: String? = null
        protected set
    var createdAt: LocalDateTime = LocalDateTime.MIN
        protected set
    var modifiedAt: LocalDateTime = LocalDateTime.MIN
        protected set
}

@Entity
@Table(name = "test_1")
class Test1 : TestEntity()

@Entity
@Table(name = "test_2")
class Test2 : TestEntity()

@Entity
@Table(name = "test_3")
class Test3 : TestEntity()

@Entity
@Table(name = "test_4")
class Test4 : TestEntity()

interface Test1Repository : JpaRepository<Test1, Long>

interface Test2Repository : JpaRepository<Test2, Long>

interface Test3Repository : JpaRepository<Test3, Long>

interface Test4Repository : JpaRepository<Test4, Long>
