package io.istos.actuate;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContext;

/**
 * Asks the endpoint over HTTP.
 */
final class Http {

	private final HttpClient client = HttpClient.newHttpClient();

	private final List<String> said = new ArrayList<>();

	private final int port;

	private final @Nullable String user;

	private Http(int port, @Nullable String user) {
		this.port = port;
		this.user = user;
	}

	static Http to(ApplicationContext context) {
		return to(context, null);
	}

	static Http to(ApplicationContext context, @Nullable String user) {
		ApplicationContext real = ((ApplicationContextAssertProvider<?>) context).getSourceApplicationContext();
		return new Http(((WebServerApplicationContext) real).getWebServer().getPort(), user);
	}

	Answer get(String path, String... parameters) {
		StringJoiner query = new StringJoiner("&", "?", "");
		for (int i = 0; i < parameters.length; i += 2) {
			query.add(parameters[i] + "=" + URLEncoder.encode(parameters[i + 1], StandardCharsets.UTF_8));
		}
		return send(request(path + ((parameters.length > 0) ? query : "")).GET());
	}

	Answer post(String decision, String... body) {
		Map<String, Object> fields = new java.util.LinkedHashMap<>();
		for (int i = 0; i < body.length; i += 2) {
			fields.put(body[i], body[i + 1]);
		}
		return postJson(decision, JsonMapper.shared().writeValueAsString(fields));
	}

	Answer postJson(String decision, String json) {
		return send(request("/" + decision).header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(json)));
	}

	private HttpRequest.Builder request(String path) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create("http://localhost:" + this.port + "/actuator/istos" + path));
		if (this.user != null) {
			request.header("Authorization", "Basic "
					+ Base64.getEncoder().encodeToString((this.user + ":secret").getBytes(StandardCharsets.UTF_8)));
		}
		return request;
	}

	private Answer send(HttpRequest.Builder request) {
		try {
			HttpResponse<String> response = this.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
			this.said.add(response.body());
			return new Answer(response.statusCode(), response.body());
		}
		catch (IOException | InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * All that was answered so far.
	 */
	List<String> said() {
		return this.said;
	}

	/**
	 * An answer.
	 *
	 * @param status its status
	 * @param body its body
	 */
	record Answer(int status, String body) {

		JsonNode json() {
			return JsonMapper.shared().readTree(this.body);
		}

		String message() {
			return json().path("message").asString();
		}

	}

}
