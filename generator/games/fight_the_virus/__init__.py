"""Fight the Virus: the rules of the sheet as pure functions on the model."""
