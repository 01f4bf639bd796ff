SELECT d.value FROM istos.istos_document d WHERE d.namespace = ? AND d.key = ? FOR NO KEY UPDATE
