package io.istos.verification.outage;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * Stands between a client and PostgreSQL, understands what they say to each other, and
 * cuts the connection at the COMMIT of a chosen transaction.
 */
final class CommitCutter implements AutoCloseable {

	private final String host;

	private final int port;

	private final ServerSocket listener;

	private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

	private volatile Plan plan = new Plan(When.BEFORE, "", new AtomicInteger());

	private final AtomicInteger cuts = new AtomicInteger();

	CommitCutter(String host, int port) throws IOException {
		this.host = host;
		this.port = port;
		this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		start(this::accept);
	}

	int port() {
		return this.listener.getLocalPort();
	}

	/**
	 * Cut COMMITs from now on.
	 * @param when at which moment
	 * @param fragment of a statement in the transactions that it concerns
	 * @param times how many
	 */
	void cut(When when, String fragment, int times) {
		this.cuts.set(0);
		this.plan = new Plan(when, fragment, new AtomicInteger(times));
	}

	/**
	 * How many were cut since they were asked for.
	 */
	int cuts() {
		return this.cuts.get();
	}

	private static void start(Task task) {
		Thread thread = new Thread(() -> {
			try {
				task.run();
			}
			catch (IOException ex) {
				// A connection ended.
			}
		}, "commit-cutter");
		thread.setDaemon(true);
		thread.start();
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.listener.accept();
			Socket server = new Socket(this.host, this.port);
			client.setTcpNoDelay(true);
			server.setTcpNoDelay(true);
			this.sockets.add(client);
			this.sockets.add(server);
			Connection connection = new Connection(client, server);
			start(connection::forwardRequests);
			start(connection::forwardAnswers);
		}
	}

	@Override
	public void close() throws IOException {
		this.listener.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	/**
	 * The moment of a cut.
	 */
	enum When {

		/** The server never gets the COMMIT. */
		BEFORE,
		/**
		 * The client is cut off as soon as the server has it, and perhaps still at it.
		 */
		DURING,
		/** The server commits, and the client never learns of it. */
		AFTER

	}

	/**
	 * Something that may end with its connection.
	 */
	private interface Task {

		void run() throws IOException;

	}

	private record Plan(When when, String fragment, AtomicInteger left) {

		boolean take() {
			return this.left.getAndUpdate((count) -> Math.max(0, count - 1)) > 0;
		}

	}

	private final class Connection {

		private final Socket client;

		private final Socket server;

		private final Map<String, String> statements = new HashMap<>();

		private final StringBuilder transaction = new StringBuilder();

		private volatile @Nullable When cut;

		Connection(Socket client, Socket server) {
			this.client = client;
			this.server = server;
		}

		void forwardRequests() throws IOException {
			try (this.client; this.server) {
				DataInputStream requests = new DataInputStream(new BufferedInputStream(this.client.getInputStream()));
				DataOutputStream forwarded = output(this.server.getOutputStream());
				forward(requests, forwarded, -1);
				while (true) {
					int type = requests.readByte();
					byte[] body = body(requests);
					if (isCommit(type, body) && isConcerned()) {
						this.cut = CommitCutter.this.plan.when();
					}
					if (this.cut == When.BEFORE) {
						CommitCutter.this.cuts.incrementAndGet();
						return;
					}
					write(forwarded, type, body);
					if (requests.available() == 0) {
						forwarded.flush();
					}
					if (this.cut == When.DURING && type == 'S') {
						CommitCutter.this.cuts.incrementAndGet();
						return;
					}
				}
			}
		}

		void forwardAnswers() throws IOException {
			try (this.client; this.server) {
				DataInputStream answers = new DataInputStream(new BufferedInputStream(this.server.getInputStream()));
				DataOutputStream forwarded = output(this.client.getOutputStream());
				while (true) {
					int type = answers.readByte();
					byte[] body = body(answers);
					if (this.cut == When.AFTER && type == 'C' && text(body, 0).equals("COMMIT")) {
						CommitCutter.this.cuts.incrementAndGet();
						return;
					}
					write(forwarded, type, body);
					if (answers.available() == 0) {
						forwarded.flush();
					}
				}
			}
		}

		private boolean isConcerned() {
			boolean concerned = this.transaction.indexOf(CommitCutter.this.plan.fragment()) >= 0;
			this.transaction.setLength(0);
			return concerned && CommitCutter.this.plan.take();
		}

		// Query, or Parse and later Bind.
		private boolean isCommit(int type, byte[] body) {
			switch (type) {
				case 'Q' -> {
					return executes(text(body, 0));
				}
				case 'P' -> {
					String name = text(body, 0);
					this.statements.put(name, text(body, name.length() + 1));
					return false;
				}
				case 'B' -> {
					String portal = text(body, 0);
					return executes(this.statements.getOrDefault(text(body, portal.length() + 1), ""));
				}
				default -> {
					return false;
				}
			}
		}

		private boolean executes(String sql) {
			this.transaction.append(sql).append(';');
			return sql.strip().equalsIgnoreCase("commit");
		}

		private static DataOutputStream output(OutputStream stream) {
			return new DataOutputStream(new BufferedOutputStream(stream));
		}

		private static void forward(DataInputStream from, DataOutputStream to, int type) throws IOException {
			write(to, type, body(from));
			to.flush();
		}

		private static byte[] body(DataInputStream from) throws IOException {
			byte[] body = new byte[from.readInt() - Integer.BYTES];
			from.readFully(body);
			return body;
		}

		private static void write(DataOutputStream to, int type, byte[] body) throws IOException {
			// The first message of a connection has no type.
			if (type >= 0) {
				to.writeByte(type);
			}
			to.writeInt(body.length + Integer.BYTES);
			to.write(body);
		}

		private static String text(byte[] body, int from) {
			int end = from;
			while (body[end] != 0) {
				end++;
			}
			return new String(body, from, end - from, StandardCharsets.UTF_8);
		}

	}

}
