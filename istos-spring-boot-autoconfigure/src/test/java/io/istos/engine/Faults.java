package io.istos.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.istos.storage.StoragePlugin;

/**
 * A store whose steps fail as a test wants: before or after they take effect.
 */
final class Faults {

	private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();

	Faults before(String method, RuntimeException failure) {
		this.faults.add(new Fault(method, false, failure));
		return this;
	}

	Faults after(String method, RuntimeException failure) {
		this.faults.add(new Fault(method, true, failure));
		return this;
	}

	boolean isSpent() {
		return this.faults.isEmpty();
	}

	StoragePlugin around(StoragePlugin store) {
		return (StoragePlugin) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { StoragePlugin.class }, (proxy, method, args) -> invoke(store, method, args));
	}

	private Object invoke(StoragePlugin store, Method method, Object[] args) throws Throwable {
		Fault fault = this.faults.peek();
		boolean hit = fault != null && fault.method.equals(method.getName()) && this.faults.remove(fault);
		if (hit && !fault.after) {
			throw fault.failure;
		}
		try {
			Object result = method.invoke(store, args);
			if (hit) {
				throw fault.failure;
			}
			return result;
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private record Fault(String method, boolean after, RuntimeException failure) {
	}

}
