package io.istos.engine;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between driver and server and counts what goes over the wire. Whenever the
 * server is ready again is a round trip, whatever number of statements travelled in it;
 * not so a lone BEGIN, which the driver sends ahead of the first statement without
 * waiting.
 */
final class WireTap implements AutoCloseable {

	private static final int COMMAND_COMPLETE = 'C';

	private static final int READY_FOR_QUERY = 'Z';

	private final ServerSocket server;

	private final String host;

	private final int port;

	private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

	private final AtomicInteger roundTrips = new AtomicInteger();

	private final List<String> commands = new CopyOnWriteArrayList<>();

	WireTap(String host, int port) {
		this.host = host;
		this.port = port;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start("accept", this::accept);
	}

	int localPort() {
		return this.server.getLocalPort();
	}

	void reset() {
		this.roundTrips.set(0);
		this.commands.clear();
	}

	Count count() {
		return new Count(this.roundTrips.get(), (int) this.commands.stream().filter("COMMIT"::equals).count());
	}

	List<String> commands() {
		return List.copyOf(this.commands);
	}

	private void accept() throws IOException {
		while (true) {
			Socket client = this.server.accept();
			Socket upstream = new Socket(this.host, this.port);
			for (Socket socket : List.of(client, upstream)) {
				socket.setTcpNoDelay(true);
				this.sockets.add(socket);
			}
			start("requests", () -> requests(client, upstream));
			start("answers", () -> answers(upstream, client));
		}
	}

	private static void requests(Socket from, Socket to) throws IOException {
		from.getInputStream().transferTo(to.getOutputStream());
	}

	private void answers(Socket from, Socket to) throws IOException {
		DataInputStream in = new DataInputStream(from.getInputStream());
		DataOutputStream out = new DataOutputStream(to.getOutputStream());
		List<String> answered = new ArrayList<>();
		while (true) {
			int type = in.readUnsignedByte();
			int length = in.readInt();
			byte[] body = in.readNBytes(length - Integer.BYTES);
			if (type == COMMAND_COMPLETE) {
				answered.add(new String(body, 0, body.length - 1, StandardCharsets.UTF_8));
			}
			else if (type == READY_FOR_QUERY) {
				answered(answered);
				answered.clear();
			}
			ByteArrayOutputStream message = new ByteArrayOutputStream();
			DataOutputStream whole = new DataOutputStream(message);
			whole.writeByte(type);
			whole.writeInt(length);
			whole.write(body);
			out.write(message.toByteArray());
		}
	}

	private void answered(List<String> answered) {
		if (!answered.equals(List.of("BEGIN"))) {
			this.roundTrips.incrementAndGet();
		}
		this.commands.addAll(answered);
	}

	private static void start(String name, Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (EOFException | SocketException ex) {
				// Closed.
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}, "wire-tap-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() throws IOException {
		this.server.close();
		for (Socket socket : this.sockets) {
			socket.close();
		}
	}

	/**
	 * What went over the wire.
	 *
	 * @param roundTrips how often the driver waited for the server
	 * @param commits how many transactions were committed
	 */
	record Count(int roundTrips, int commits) {

		Count plus(int moreRoundTrips, int moreCommits) {
			return new Count(this.roundTrips + moreRoundTrips, this.commits + moreCommits);
		}

	}

	/**
	 * Work that may end with the connection.
	 */
	private interface Work {

		void run() throws IOException;

	}

}
