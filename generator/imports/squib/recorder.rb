# Replacement for the gem `squib` while a script runs: it records the calls with their lines and draws nothing.
#
#   ruby recorder.rb HOME SCRIPT
#
# HOME has the copy of the project, `project`, and gets `record.json`. Sheets of workbooks are read from
# `sheets.json` there; one that is missing is asked for as `need`, and the script is run again.

require 'json'
require 'yaml'
require 'csv'
require 'set'
require 'date'
require 'logger'
require 'fileutils'

module Petri
  HOME = ARGV.fetch(0)
  PROJECT = File.realpath(File.join(HOME, 'project'))
  SCRIPT = ARGV.fetch(1)
  SHEETS = File.exist?("#{HOME}/sheets.json") ? JSON.parse(File.read("#{HOME}/sheets.json")) : {}
  MOST_CALLS = 5_000
  MOST_CARDS = 10_000
  STUBS = %w(squib game_icons squib/sample_helpers rake rake/clean irb pango cairo rsvg2 bundler/setup roo).freeze
  RECORD = { decks: [], tables: [], notes: [], stopped: nil, files: [] }

  class Stop < StandardError; end

  class Need < Exception
    attr_reader :sheet

    def initialize(sheet)
      @sheet = sheet
      super()
    end
  end

  class << self
    # Returns the place in the project from which the current method was called.
    def place
      inner = caller_locations(1).find { |one| inside?(one.absolute_path || one.path) }
      inner ? [short(inner.absolute_path || inner.path), inner.lineno] : [SCRIPT, 0]
    end

    def place_of(error)
      inner = (error.backtrace_locations || []).find { |one| inside?(one.absolute_path || one.path) }
      return [short(inner.absolute_path || inner.path), inner.lineno] if inner
      found = error.message.match(/\A(.+?):(\d+): /)
      found && inside?(found[1]) ? [short(found[1]), found[2].to_i] : [SCRIPT, 0]
    end

    def inside?(path)
      path.to_s.start_with?("#{PROJECT}/")
    end

    def short(path)
      File.expand_path(path.to_s).delete_prefix("#{PROJECT}/")
    end

    def note(kind, text)
      file, line = place
      RECORD[:notes] << { kind: kind, text: text.to_s, file: file, line: line }
    end

    # Returns a value as JSON can have it.
    def pack(value)
      case value
      when nil, true, false, Integer then value
      when Float then value.finite? ? value : nil
      when Column then value.pack
      when Time, Date then { time: value.strftime('%Y-%m-%d') }
      when Symbol, String then clean(value.to_s)
      when Range then (value.begin || 0).respond_to?(:succ) ? value.first(MOST_CARDS) : value.to_s
      when Hash then value.to_h { |key, item| [key.to_s, pack(item)] }
      when Enumerable then value.first(MOST_CARDS).map { |item| pack(item) }
      else clean(value.to_s)
      end
    end

    def clean(text)
      utf = text.dup.force_encoding(Encoding::UTF_8)
      utf.valid_encoding? ? utf : text.dup.force_encoding(Encoding::WINDOWS_1252).encode(Encoding::UTF_8, invalid: :replace, undef: :replace)
    end

    def write
      RECORD[:files] = ([File.join(PROJECT, SCRIPT)] + $LOADED_FEATURES).select { |file| file.start_with?("#{PROJECT}/") }.map { |file| short(file) }.uniq
      File.binwrite("#{HOME}/record.json", JSON.generate(RECORD, max_nesting: 50))
    end
  end

  # A column of a table, which knows its name as long as it has its values.
  class Column < Array
    def self.of(values, name, table)
      made = new(values)
      made.instance_variable_set(:@source, [name, table, values.hash])
      made
    end

    def pack
      name, table, before = @source
      values = map { |item| Petri.pack(item) }
      name && before == to_a.hash ? { column: name, table: table, values: values } : values
    end
  end
end

module Squib
  VERSION = '0.19.0'
  DEFAULT_FONT = 'Arial 36'

  # A table as columns by name, which are also methods.
  class DataFrame
    include Enumerable

    def initialize(hash = {}, _def_columns = true, open: false)
      @hash, @open = hash, open
    end

    def [](name)
      key = @hash.key?(name) ? name : name.to_s
      add_sample(key) if @open && !@hash.key?(key)
      @hash[key]
    end

    def []=(name, values)
      @hash[name.to_s] = values
    end

    # A column of a table that is not there has a sample of what would be in it.
    def add_sample(name)
      sample = ["‹#{name}›"]
      Petri::RECORD[:tables][@open][:columns][name] = sample
      @hash[name] = Petri::Column.of(sample, name, @open)
    end

    def each(&block) = @hash.each(&block)
    def each_pair(&block) = @hash.each_pair(&block)
    def columns = @hash.keys
    def keys = @hash.keys
    def key?(name) = @hash.key?(name)
    def col?(name) = @hash.key?(name)
    def ncolumns = @hash.size
    def nrows = @open ? 1 : (@hash.values.map(&:size).max || 0)
    def row(number) = @hash.transform_values { |column| column[number] }
    def to_h = @hash
    def to_json(*) = @hash.to_json
    def to_pretty_json = JSON.pretty_generate(@hash)
    def to_pretty_text = @hash.map { |name, column| "#{name}: #{column.join(', ')}" }.join("\n")

    def self.snake(name)
      name.to_s.strip.gsub(/\s+/, '_').gsub(/([A-Z]+)([A-Z][a-z])/, '\1_\2').gsub(/([a-z]+)([A-Z])/, '\1_\2').downcase
    end

    # Columns have the names of methods, before those that every object has: `data.size`, `data.def`.
    def method_missing(name, *args)
      found = @hash.keys.find { |key| DataFrame.snake(key) == name.to_s }
      return @hash[found] if found
      return self[name.to_s] if @open && args.empty?
      super
    end

    def respond_to_missing?(name, include_private = false)
      @open || @hash.keys.any? { |key| DataFrame.snake(key) == name.to_s } || super
    end
  end

  module Args
    module UnitConversion
      module_function def parse(value, dpi = 300, cell = 37.5)
        text = value.to_s.strip
        number = text.to_f
        case text
        when /in$/ then number * dpi
        when /pt$/ then number * dpi / 72.0
        when /cm$/ then number * dpi / 2.54
        when /mm$/ then number * dpi / 25.4
        when /deg$/ then number * Math::PI / 180
        when /c(ell)?s?$/ then number * cell
        else value
        end
      end
    end
  end

  # Reads tables, and notes where they are from.
  module Import
    module_function

    def csv(options, &block)
      separators = options.slice(:col_sep, :quote_char)
      text = options[:data] || read(options[:file])
      return missing(options, 'csv') if text.nil?
      rows = CSV.parse(text, headers: true, converters: :numeric, **separators)
      frame(rows.headers.compact.uniq.to_h { |name| [name.to_s, rows[name]] }, options, 'csv', text, &block)
    end

    def yaml(options, &block)
      text = options[:data] || read(options[:file])
      return missing(options, 'yaml') if text.nil?
      rows = YAML.load(text, aliases: true, permitted_classes: [Symbol, Date, Time]) || []
      names = rows.flat_map(&:keys).uniq
      frame(names.to_h { |name| [name.to_s, rows.map { |row| row[name] }] }, options, 'yaml', text, &block)
    end

    def xlsx(options, &block)
      file = find(options[:file])
      return missing(options, 'xlsx') if file.nil?
      sheet = options[:sheet] || 0
      key = "#{Petri.short(file)}\n#{sheet}"
      raise Petri::Need.new([Petri.short(file), sheet]) unless Petri::SHEETS.key?(key)
      head, *rows = Petri::SHEETS[key]
      return missing(options, 'xlsx') if head.nil?
      columns = head.each_with_index.to_h { |name, place| [name.to_s, rows.map { |row| number(row[place]) }] }
      frame(columns, options, 'xlsx', '', &block)
    end

    def number(cell)
      case cell
      when nil, '' then nil
      when /\A-?(0|[1-9]\d{0,14})\z/ then cell.to_i
      when /\A-?(0|[1-9]\d{0,14})\.\d+\z/ then cell.to_f
      else cell
      end
    end

    def find(name)
      places = [name.to_s, File.join(Petri::PROJECT, File.dirname(Petri::SCRIPT), name.to_s)]
      found = places.map { |place| place.tr('\\', '/') }.find { |place| File.file?(place) }
      found && File.realpath(found)
    end

    def read(name)
      file = find(name)
      file && Petri.clean(File.binread(file).delete_prefix("\xEF\xBB\xBF".b))
    end

    def frame(columns, options, kind, text)
      strip = options.fetch(:strip, true)
      read = {}
      columns.each do |name, values|
        read[strip ? name.strip : name] ||= values.map { |value| strip && value.is_a?(String) ? value.strip : value }
      end
      named = read.to_h { |name, values| [name, block_given? ? values.map { |value| yield(name, value) } : values] }
      explode = options.fetch(:explode, 'qty').to_s
      order = named.key?(explode.strip) ? named[explode.strip].flat_map.with_index { |count, row| [row] * [[count.to_i, 0].max, Petri::MOST_CARDS].min } : (0...(named.values.first || []).size).to_a
      table = Petri::RECORD[:tables].size
      file, line = Petri.place
      source = options[:file] && find(options[:file])
      Petri::RECORD[:tables] << {
        source: source ? Petri.short(source) : nil, text: source ? '' : text, kind: kind, sheet: options[:sheet],
        explode: named.key?(explode.strip) ? explode.strip : nil, order: order, file: file, line: line,
        columns: read.transform_values { |values| values.map { |value| Petri.pack(value) } }
      }
      # A column that the block changed is not that of the table.
      DataFrame.new(named.to_h do |name, values|
        cells = order.map { |row| values[row] }
        [name, values.map(&:to_s) == read[name].map(&:to_s) ? Petri::Column.of(cells, name, table) : cells]
      end)
    end

    def missing(options, kind)
      file, line = Petri.place
      table = Petri::RECORD[:tables].size
      Petri::RECORD[:tables] << {
        source: options[:file].to_s, missing: true, kind: kind, sheet: options[:sheet], text: '', explode: nil,
        order: [0], file: file, line: line, columns: {}
      }
      DataFrame.new({}, open: table)
    end
  end

  module_function

  def csv(options = {}, &block) = Import.csv(options, &block)
  def xlsx(options = {}, &block) = Import.xlsx(options, &block)
  def yaml(options = {}, &block) = Import.yaml(options, &block)
  def configure(options = {}) = CONFIG.merge!(options.transform_keys(&:to_s))
  def logger = @logger ||= Logger.new(File::NULL)
  def system_fonts = []
  def print_system_fonts = nil

  def enable_build_globally(group)
    ENV['SQUIB_BUILD'] = ((ENV['SQUIB_BUILD'] || '').split(',') << group.to_s).uniq.join(',')
  end

  def disable_build_globally(group)
    ENV['SQUIB_BUILD'] = ((ENV['SQUIB_BUILD'] || '').split(',') - [group.to_s]).join(',')
  end

  CONFIG = {}

  # Notes the pictures that a text has within it.
  class TextEmbed
    attr_reader :rules

    def initialize(deck)
      @deck, @rules = deck, []
    end

    def svg(options = {}) = note('svg', options)
    def png(options = {}) = note('png', options)

    private

    def note(kind, options)
      file, line = Petri.place
      @rules << { kind: kind, file: file, line: line, options: Petri.pack(options) }
    end
  end

  # A deck, which notes its calls.
  class Deck
    include Enumerable

    DRAWN = %i(background rect circle ellipse line triangle polygon star curve grid png svg cut_zone safe_zone).freeze
    SAVED = %i(save save_png save_pdf save_sheet hand showcase).freeze
    attr_reader :width, :height, :cards, :dpi, :layout, :cell_px

    def initialize(width: 825, height: 1125, cards: 1, dpi: 300, config: 'config.yml', layout: nil, &block)
      raise Petri::Stop, 'more than 100 decks' if Petri::RECORD[:decks].size >= 100
      raise Petri::Stop, "#{cards} cards" if cards.to_i > Petri::MOST_CARDS
      @config = load_yaml(config).merge(CONFIG)
      @dpi, @cell_px, @groups = dpi, (@config['cell_px'] || 37.5).to_f, Set[:all]
      @width, @height = [width, height].map { |side| Args::UnitConversion.parse(side, dpi, @cell_px) }
      @cards, @layout = Array.new(cards.to_i) { |index| index }, {}
      file, line = Petri.place
      @record = {
        file: file, line: line, width: Petri.pack(@width), height: Petri.pack(@height), cards: @cards.size, dpi: dpi,
        cell: @cell_px, config: Petri.pack(@config), layouts: [], calls: []
      }
      Petri::RECORD[:decks] << @record
      (ENV['SQUIB_BUILD'] || '').split(',').each { |group| enable_build(group.strip.to_sym) }
      use_layout(file: layout) if layout
      instance_eval(&block) if block
    ensure
      @record[:tables] = Petri::RECORD[:tables].size if @record
    end

    def size = @cards.size
    def [](index) = @cards[index]
    def each(&block) = @cards.each(&block)
    def conf = @config
    def inches(number) = @dpi * number.to_f
    def points(number) = @dpi / 72.0 * number.to_f
    def cm(number) = @dpi / 2.54 * number.to_f
    def mm(number) = @dpi / 25.4 * number.to_f
    def deg(number) = number.to_f * Math::PI / 180
    def cells(number) = number.to_f * @cell_px
    def csv(options = {}, &block) = Import.csv(options, &block)
    def xlsx(options = {}, &block) = Import.xlsx(options, &block)
    def yaml(options = {}, &block) = Import.yaml(options, &block)
    def hint(**) = call(:hint, {})
    def enable_build(group) = @groups << group
    def disable_build(group) = @groups.delete(group)
    def build_groups = @groups

    def set(options = {})
      call(:set, options)
    end

    def build(group = :all)
      @groups.include?(group) ? yield : call(:build, { group: group })
    end

    def use_layout(file: 'layout.yml')
      Array(file).each do |name|
        read = load_yaml(name)
        @record[:layouts] << { name: name.to_s, entries: Import.find(name) ? Petri.pack(read) : nil }
        @layout = @layout.merge(read)
      end
    end

    def text(options = {})
      embed = TextEmbed.new(self)
      yield embed if block_given?
      call(:text, options, embed.rules)
      Array.new(size) { { width: 0, height: 0, ellipsized: false } }
    end

    (DRAWN + SAVED).each { |name| define_method(name) { |options = {}| call(name, options) } }

    private

    def load_yaml(name)
      file = Import.find(name)
      return {} unless file
      found = YAML.load(Petri.clean(File.binread(file)), aliases: true, permitted_classes: [Symbol, Date, Time])
      found.is_a?(Hash) ? found.transform_keys(&:to_s) : {}
    end

    def call(name, options, rules = [])
      raise Petri::Stop, "more than #{Petri::MOST_CALLS} calls" if @record[:calls].size >= Petri::MOST_CALLS
      file, line = Petri.place
      packed = options.is_a?(Hash) ? Petri.pack(options) : {}
      @record[:calls] << { name: name, options: packed, file: file, line: line, layouts: @record[:layouts].size, embed: rules }
      nil
    end
  end
end

# Stands for icons of game-icons.net: their names.
class GameIcons
  attr_reader :name

  def self.get(name) = new(name.to_s)
  def self.names = []

  def initialize(name, colours = '')
    @name, @colours = name, colours
  end

  def recolor(bg: nil, fg: nil, **) = GameIcons.new(@name, "#{fg}")
  def correct_pathdata = self
  def file = "game-icons/#{@name.split('/').last}.svg"
  def string = "<svg data-game-icon=\"#{@name.split('/').last}\" data-colour=\"#{@colours}\"/>"
  def to_s = @name
end

# Helpers that samples of Squib call.
module Petri
  module Helpers
    def sample(_text = '') = yield
    def draw_graph_paper(*) = nil
  end
end

# Refuses what leaves the copy of the project, also where the system does not.
module Petri
  module Guard
    REFUSED = 'is refused: the script runs without network and other programs'

    module Programs
      %i(spawn exec fork).each { |name| define_method(name) { |*, **| raise SecurityError, "#{name} #{REFUSED}" } }

      # Scripts ask git for a version: nothing runs, and they get no answer.
      def system(*command, **)
        Petri.note('program', command.grep(String).join(' ')[0, 80])
        nil
      end

      def `(command)
        Petri.note('program', command.to_s[0, 80])
        +''
      end

      def open(name, *rest, **options, &block)
        raise SecurityError, "open #{REFUSED}" if name.to_s.start_with?('|')
        Guard.check(name, rest, options)
        super
      end
    end

    module Files
      def open(name, *rest, **options, &block)
        Guard.check(name, rest, options)
        super
      end

      def new(name, *rest, **options, &block)
        Guard.check(name, rest, options)
        super
      end

      %i(write binwrite).each do |name|
        define_method(name) do |path, *rest, **options|
          Guard.refuse_outside(path)
          super(path, *rest, **options)
        end
      end

      def popen(*, **) = raise(SecurityError, "popen #{REFUSED}")
    end

    module Changes
      %i(delete unlink rename chmod symlink link truncate mkfifo rmdir mkdir utime chown).each do |name|
        define_method(name) do |*paths, &block|
          paths.grep(String).each { |path| Guard.refuse_outside(path) }
          super(*paths, &block)
        end
      end
    end

    module_function

    def check(name, rest, options)
      mode = rest.first || options[:mode] || 'r'
      is_read = mode.is_a?(String) ? mode.match?(/\Ar(?!.*\+)/) : (mode & (File::WRONLY | File::RDWR | File::CREAT)).zero?
      refuse_outside(name) unless is_read || name.is_a?(Integer)
    end

    def refuse_outside(path)
      full = File.expand_path(path.respond_to?(:to_path) ? path.to_path : path.to_s)
      return if full.start_with?("#{File.realpath(HOME)}/") || full == File::NULL
      raise SecurityError, "#{path} is outside of the copy of the project, and is not written"
    end

    def raise_guard
      Kernel.prepend(Programs)
      Object.prepend(Programs)
      Kernel.singleton_class.prepend(Programs)
      Process.singleton_class.prepend(Programs)
      [IO, File].each { |one| one.singleton_class.prepend(Files) }
      [File, Dir].each { |one| one.singleton_class.prepend(Changes) }
      require 'socket'
      [BasicSocket.singleton_class, Socket.singleton_class, TCPSocket.singleton_class, UDPSocket.singleton_class].each do |one|
        %i(new open tcp udp getaddrinfo).each do |name|
          one.send(:define_method, name) { |*, **| raise SecurityError, "the network #{REFUSED}" }
        end
      end
    end
  end
end

# Variables of the environment that are not passed on are noted where the project reads them.
module Petri
  module Variables
    def [](name)
      value = super
      Petri.note('variable', name) if value.nil? && Petri.inside?(caller_locations(1, 1).first.absolute_path)
      value
    end
  end
end
ENV.singleton_class.prepend(Petri::Variables)

# Gems that the script names: those that this file stands for are there, others are noted.
module Kernel
  alias petri_require require

  def require(name)
    return true if Petri::STUBS.include?(name.to_s) || name.to_s.start_with?('squib/')
    petri_require(name)
  rescue LoadError => error
    raise if error.path && error.path != name.to_s
    raise if name.to_s.start_with?('/', '.')
    Petri.note('gem', name)
    false
  end
end

Object.include(Petri::Helpers)
Dir.chdir(Petri::PROJECT)
$LOAD_PATH.unshift(Petri::PROJECT, File.dirname(File.join(Petri::PROJECT, Petri::SCRIPT)))
$PROGRAM_NAME = Petri::SCRIPT
ARGV.clear
status = 0
begin
  Petri::Guard.raise_guard
  load File.join(Petri::PROJECT, Petri::SCRIPT)
rescue Petri::Need => need
  Petri::RECORD[:need] = need.sheet
rescue SystemExit
  # What was drawn before is the deck.
rescue Exception => error # rubocop:disable Lint/RescueException
  file, line = Petri.place_of(error)
  Petri::RECORD[:stopped] = { file: file, line: line, text: Petri.clean("#{error.class}: #{error.message}".lines.first.to_s.strip.sub(/ for #<.*/, ''))[0, 300] }
end
Petri.write
exit!(status)
