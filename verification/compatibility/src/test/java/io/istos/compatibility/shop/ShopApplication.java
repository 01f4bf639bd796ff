package io.istos.compatibility.shop;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An application with JPA that knows nothing of Istos.
 */
@SpringBootApplication
public class ShopApplication {

}
