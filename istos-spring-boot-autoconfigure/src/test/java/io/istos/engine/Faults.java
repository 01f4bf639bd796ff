package io.istos.engine;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.istos.storage.StoragePlugin;

/**
 * A store whose steps fail as a test wants: before or after they take effect.
 */
final class Faults {

	private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();

	private final Map<String, AtomicInteger> calls = new ConcurrentHashMap<>();

	private final Map<String, Runnable> watchers = new ConcurrentHashMap<>();

	Faults before(String method, RuntimeException failure) {
		this.faults.add(new Fault(method, false, failure));
		return this;
	}

	Faults after(String method, RuntimeException failure) {
		this.faults.add(new Fault(method, true, failure));
		return this;
	}

	/**
	 * Let something happen while a step is under way.
	 */
	void onCall(String method, Runnable happening) {
		this.watchers.put(method, happening);
	}

	int calls(String method) {
		return this.calls.computeIfAbsent(method, (key) -> new AtomicInteger()).get();
	}

	boolean isSpent() {
		return this.faults.isEmpty();
	}

	StoragePlugin around(StoragePlugin store) {
		return (StoragePlugin) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { StoragePlugin.class }, (proxy, method, args) -> invoke(store, method, args));
	}

	private Object invoke(StoragePlugin store, Method method, Object[] args) throws Throwable {
		this.calls.computeIfAbsent(method.getName(), (key) -> new AtomicInteger()).incrementAndGet();
		this.watchers.getOrDefault(method.getName(), () -> {
		}).run();
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
