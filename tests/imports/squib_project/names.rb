module Names
  GAME = 'Sun & Moon'
end
