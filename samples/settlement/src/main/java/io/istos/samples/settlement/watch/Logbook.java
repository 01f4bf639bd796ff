package io.istos.samples.settlement.watch;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

import io.istos.Fence;
import io.istos.LeaseLostException;

/**
 * A row for every call of a job: it fires, runs under a lease or does not, and ends in
 * some way, unless its process dies.
 */
class Logbook {

	private final ThreadLocal<Long> call = new ThreadLocal<>();

	private final JdbcClient jdbc;

	private final Fence fence;

	private final String node;

	Logbook(JdbcClient jdbc, Fence fence, String node) {
		this.jdbc = jdbc;
		this.fence = fence;
		this.node = node;
	}

	@Nullable Object fire(MethodInvocation job) throws Throwable {
		long call = open(job.getMethod().getName());
		this.call.set(call);
		try {
			Object result = job.proceed();
			close(call, "returned");
			return result;
		}
		catch (LeaseLostException ex) {
			close(call, "refused");
			throw ex;
		}
		catch (Throwable ex) {
			close(call, "failed");
			throw ex;
		}
		finally {
			this.call.remove();
		}
	}

	@Nullable Object run(MethodInvocation job) throws Throwable {
		Long call = this.call.get();
		this.jdbc.sql("update job_call set scope = ?, epoch = ?, began_at = clock_timestamp() where id = ?")
			.params(this.fence.scope(), this.fence.token(), call)
			.update();
		try {
			return job.proceed();
		}
		finally {
			this.jdbc.sql("update job_call set ended_at = clock_timestamp() where id = ?").param(call).update();
		}
	}

	private long open(String job) {
		return this.jdbc.sql("insert into job_call (node, pid, job) values (?, ?, ?) returning id")
			.params(this.node, ProcessHandle.current().pid(), job)
			.query(Long.class)
			.single();
	}

	private void close(long call, String outcome) {
		this.jdbc.sql("update job_call set outcome = ? where id = ?").params(outcome, call).update();
	}

}
