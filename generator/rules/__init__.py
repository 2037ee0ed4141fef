"""What every game needs to be refereed."""
