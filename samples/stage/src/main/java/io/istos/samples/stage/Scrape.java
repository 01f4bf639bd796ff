package io.istos.samples.stage;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * What a node tells a Prometheus that scrapes it.
 */
public final class Scrape {

	private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (\\S+)");

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

	private final List<Sample> samples;

	private Scrape(List<Sample> samples) {
		this.samples = samples;
	}

	/**
	 * Scrapes a node.
	 * @param node where it serves HTTP
	 * @return what it tells
	 */
	public static Scrape of(URI node) {
		HttpRequest request = HttpRequest.newBuilder(node.resolve("/actuator/prometheus"))
			.timeout(Duration.ofSeconds(10))
			.build();
		try {
			HttpResponse<String> response = HttpClient.newHttpClient()
				.send(request, HttpResponse.BodyHandlers.ofString());
			if (response.statusCode() != 200) {
				throw new StoryFailedException("A scrape of " + node + " is answered by " + response.statusCode());
			}
			return parse(response.body());
		}
		catch (IOException ex) {
			throw new StoryFailedException("No answer to a scrape of " + node + ": " + ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new StoryFailedException("Interrupted during a scrape of " + node);
		}
	}

	static Scrape parse(String text) {
		return new Scrape(
				text.lines().filter((line) -> !line.startsWith("#") && !line.isBlank()).map(Sample::parse).toList());
	}

	/**
	 * Adds up samples: 0 if there are none, since a counter is there once it has counted.
	 * @param name their name
	 * @param labels names and patterns of labels that they must have
	 * @return the sum
	 */
	public double sum(String name, Map<String, String> labels) {
		return select(name, labels).sum();
	}

	/**
	 * As {@link #sum}, of what is counted in whole numbers.
	 * @param name their name
	 * @param labels names and patterns of labels that they must have
	 * @return the sum
	 */
	public long count(String name, Map<String, String> labels) {
		return whole(name + labels, sum(name, labels));
	}

	private static long whole(String name, double value) {
		if (value != Math.rint(value)) {
			throw new StoryFailedException(name + " is " + value + ", not a count");
		}
		return (long) value;
	}

	/**
	 * Reads a gauge, which must be there.
	 * @param name its name
	 * @return its value; not a number if it is not known yet
	 */
	public double gauge(String name) {
		return select(name, Map.of()).findFirst()
			.orElseThrow(() -> new StoryFailedException("A scrape has no " + name));
	}

	/**
	 * As {@link #gauge}, of what is counted in whole numbers and known.
	 * @param name its name
	 * @return its value
	 */
	public long countOf(String name) {
		return whole(name, gauge(name));
	}

	private DoubleStream select(String name, Map<String, String> labels) {
		return this.samples.stream()
			.filter((sample) -> sample.name().equals(name) && sample.matches(labels))
			.mapToDouble(Sample::value);
	}

	private record Sample(String name, Map<String, String> labels, double value) {

		static Sample parse(String line) {
			Matcher sample = SAMPLE.matcher(line);
			if (!sample.matches()) {
				throw new StoryFailedException("A scrape has a line that makes no sense: " + line);
			}
			Map<String, String> labels = new HashMap<>();
			Matcher label = LABEL.matcher((sample.group(2) != null) ? sample.group(2) : "");
			while (label.find()) {
				labels.put(label.group(1), label.group(2));
			}
			return new Sample(sample.group(1), labels, value(sample.group(3)));
		}

		private static double value(String text) {
			return switch (text) {
				case "+Inf" -> Double.POSITIVE_INFINITY;
				case "-Inf" -> Double.NEGATIVE_INFINITY;
				default -> Double.parseDouble(text);
			};
		}

		boolean matches(Map<String, String> wanted) {
			return wanted.entrySet()
				.stream()
				.allMatch((label) -> this.labels.getOrDefault(label.getKey(), "").matches(label.getValue()));
		}

	}

}
