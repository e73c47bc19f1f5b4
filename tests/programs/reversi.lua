-- Reversi

local LETTERS = "abcdefghijklmnopqrstuvwxyz"

local function write(...)
   for _, piece in ipairs({...}) do
      io.write(tostring(piece))
      io.flush()
   end
end

local function enemy(disc)
   return disc == "X" and "O" or "X"
end

local Board = {}
Board.__index = Board

function Board.new(n)
   local self = setmetatable({n = n}, Board)
   for r = 1, n do
      self[r] = {}
      for c = 1, n do
         self[r][c] = "."
      end
   end
   local m = n // 2
   self[m][m], self[m][m + 1] = "O", "X"
   self[m + 1][m], self[m + 1][m + 1] = "X", "O"
   return self
end

-- nil outside
function Board:get(r, c)
   return self[r] and self[r][c]
end

function Board:print()
   write(" ")
   for c = 1, self.n do
      write(" ", LETTERS:sub(c, c))
   end
   write("\n")
   for r = 1, self.n do
      write(LETTERS:sub(r, r), " ", table.concat(self[r], " "), "\n")
   end
end

-- Calls visit(r, c) for every disc that turns, and returns how many there are.
function Board:turn(r, c, disc, visit)
   local total = 0
   if self:get(r, c) ~= "." then
      return 0
   end
   for dr = -1, 1 do
      for dc = -1, 1 do
         local k = 1
         while self:get(r + k * dr, c + k * dc) == enemy(disc) do
            k = k + 1
         end
         if self:get(r + k * dr, c + k * dc) == disc then
            total = total + k - 1
            for i = 1, visit and k - 1 or 0 do
               visit(r + i * dr, c + i * dc)
            end
         end
      end
   end
   return total
end

function Board:best(disc)
   local most, row, col = 0, nil, nil
   for r = 1, self.n do
      for c = 1, self.n do
         local score = self:turn(r, c, disc)
         if score > most then
            most, row, col = score, r, c
         end
      end
   end
   return row, col
end

function Board:place(r, c, disc)
   self:turn(r, c, disc, function(i, j) self[i][j] = disc end)
   self[r][c] = disc
   self:print()
end

function Board:count(disc)
   local n = 0
   for r = 1, self.n do
      for c = 1, self.n do
         if self[r][c] == disc then
            n = n + 1
         end
      end
   end
   return n
end

local function log(begin, n, computer, result)
   local file <close> = assert(io.open("reversi.csv", "a"))
   file:write(os.date("%Y%m%d %H:%M:%S", begin), ",", os.time() - begin, ",")
   file:write(n, "*", n, ",", computer == "X" and "computer,human" or "human,computer", ",")
   file:write(result, "\n")
end

local begin = os.time()
write("Enter the board dimension: ")
local n = io.read("n", "l")
write("Computer plays (X/O) : ")
local computer = io.read():upper()

local board = Board.new(n)
board:print()
local disc = "X"
while board:best("X") or board:best("O") do
   local r, c = board:best(disc)
   if not r then
      write(disc, " player has no valid move.\n")
   elseif disc == computer then
      write("Computer places ", disc, " at ", LETTERS:sub(r, r), LETTERS:sub(c, c), ".\n")
      board:place(r, c, disc)
   else
      write("Enter move for ", disc, " (RowCol): ")
      local a, b = io.read():match("^(%l)(%l)$")
      r, c = a and LETTERS:find(a), b and LETTERS:find(b)
      if not r or board:turn(r, c, disc) == 0 then
         write("Invalid move.\n", "Game over.\n", computer, " player wins.\n")
         log(begin, n, computer, "Human gave up.")
         os.exit(1)
      end
      board:place(r, c, disc)
   end
   disc = enemy(disc)
end

local x, o = board:count("X"), board:count("O")
if x > 0 and o > 0 and x + o < n * n then
   write("Both players have no valid move.\n")
end
write("Game over.\n", "X : O = ", x, " : ", o, "\n")
write(x == o and "Draw!" or (x > o and "X" or "O") .. " player wins.", "\n")
log(begin, n, computer, x .. " to " .. o)
