#!/usr/bin/env ruby
# frozen_string_literal: true

require 'time'

$stdout.sync = true

class String
  def enemy = tr('XO', 'OX')
end

# A square of the board; `a + d` walks.
Square = Struct.new(:row, :col) do
  def +(other) = Square.new(row + other.row, col + other.col)

  def to_s = [row, col].map { |i| (97 + i).chr }.join
end

AROUND = [-1, 0, 1].product([-1, 0, 1]).reject { |d| d == [0, 0] }.map { |d| Square.new(*d) }

class Board
  include Enumerable

  attr_reader :size

  def initialize(size)
    @size = size
    @cells = Hash.new { |_, _| nil }
    size.times { |r| size.times { |c| @cells[Square.new(r, c)] = '.' } }
    m = size / 2
    @cells[Square.new(m - 1, m - 1)] = @cells[Square.new(m, m)] = 'O'
    @cells[Square.new(m - 1, m)] = @cells[Square.new(m, m - 1)] = 'X'
  end

  def each(&) = @cells.each_value(&)

  def flips(square, disc)
    return [] unless @cells[square] == '.'

    AROUND.flat_map do |d|
      line = []
      s = square + d
      while @cells[s] == disc.enemy
        line << s
        s += d
      end
      @cells[s] == disc ? line : []
    end
  end

  def moves(disc)
    @cells.keys.to_h { |s| [s, flips(s, disc)] }.reject { |_, flipped| flipped.empty? }
  end

  def place(square, disc)
    (flips(square, disc) << square).each { |s| @cells[s] = disc }
  end

  def to_s
    letters = ('a'..).first(size)
    rows = map(&:itself).each_slice(size).zip(letters).map { |row, letter| "#{letter} #{row.join(' ')}" }
    ["  #{letters.join(' ')}", *rows].join("\n")
  end
end

class Reversi
  def initialize
    @start = Time.now
    @board = Board.new(ask('Enter the board dimension: ').to_i)
    @computer = ask('Computer plays (X/O) : ').upcase
    at_exit { log if @result }
  end

  def run
    puts @board
    disc = 'X'
    until over?
      take_turn(disc)
      disc = disc.enemy
    end
    finish
  end

  private

  def ask(question)
    print question
    gets&.chomp or abort
  end

  def over? = %w[X O].all? { |disc| @board.moves(disc).empty? }

  def take_turn(disc)
    moves = @board.moves(disc)
    return puts("#{disc} player has no valid move.") if moves.empty?

    square = disc == @computer ? computer_choice(disc, moves) : human_choice(disc, moves)
    @board.place(square, disc)
    puts @board
  end

  def computer_choice(disc, moves)
    square, = moves.max_by.with_index { |(_, flipped), i| [flipped.size, -i] }
    puts "Computer places #{disc} at #{square}."
    square
  end

  def human_choice(disc, moves)
    answer = ask("Enter move for #{disc} (RowCol): ")
    moves.keys.find { |square| square.to_s == answer } || give_up(disc)
  end

  def give_up(disc)
    puts 'Invalid move.', 'Game over.', "#{disc.enemy} player wins."
    @result = 'Human gave up.'
    exit
  end

  def finish
    x, o, free = %w[X O .].map { |sign| @board.count(sign) }
    puts 'Both players have no valid move.' unless [x, o, free].include?(0)
    puts 'Game over.', "X : O = #{x} : #{o}"
    puts x == o ? 'Draw!' : "#{x > o ? 'X' : 'O'} player wins."
    @result = "#{x} to #{o}"
  end

  def log
    names = @computer == 'X' ? %w[computer human] : %w[human computer]
    row = [@start.iso8601, (Time.now - @start).to_i, "#{@board.size}*#{@board.size}", *names, @result]
    File.open('reversi.csv', 'a') { |file| file.puts(row.join(',')) }
  end
end

Reversi.new.run
