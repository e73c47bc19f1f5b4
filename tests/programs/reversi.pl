#!/usr/bin/perl
use strict;
use warnings;
use POSIX qw(strftime);

$| = 1;
my $started = time;

sub ask {
    my ($question) = @_;
    print $question;
    my $answer = <STDIN>;
    exit 1 unless defined $answer;
    chomp $answer;
    return $answer;
}

my $n = ask('Enter the board dimension: ');
my $computer = uc ask('Computer plays (X/O) : ');
my $human = other($computer);

# One flat list of n rows, each followed by a newline: a regular expression can read it.
my $w = $n + 1;
my $board = (('.' x $n) . "\n") x $n;
substr($board, ($n / 2 - 1) * $w + $n / 2 - 1, 2) = 'OX';
substr($board, ($n / 2) * $w + $n / 2 - 1, 2) = 'XO';

sub other {
    return $_[0] eq 'X' ? 'O' : 'X';
}

sub name {
    my ($at) = @_;
    return chr(97 + int($at / $w)) . chr(97 + $at % $w);
}

sub show {
    print '  ', join(' ', map { chr(97 + $_) } 0 .. $n - 1), "\n";
    my $letter = 'a';
    for my $row (split /\n/, $board) {
        print $letter++, ' ', join(' ', split(//, $row)), "\n";
    }
}

# All positions that turn when $who plays at $at.
sub flips {
    my ($at, $who) = @_;
    return () if substr($board, $at, 1) ne '.';
    my @all;
    for my $step (-$w - 1, -$w, -$w + 1, -1, 1, $w - 1, $w, $w + 1) {
        my @line;
        my $i = $at + $step;
        while ($i >= 0 && $i < length $board && substr($board, $i, 1) eq other($who)) {
            push @line, $i;
            $i += $step;
        }
        push @all, @line if $i >= 0 && $i < length $board && substr($board, $i, 1) eq $who;
    }
    return @all;
}

sub moves {
    my ($who) = @_;
    my %moves;
    for my $at (0 .. length($board) - 1) {
        my @flips = flips($at, $who);
        $moves{name($at)} = [$at, @flips] if @flips;
    }
    return \%moves;
}

sub put {
    my ($who, @squares) = @_;
    substr($board, $_, 1) = $who for @squares;
    show();
}

my $result;

# Runs however the game ends.
END {
    if (defined $result) {
        open my $log, '>>', 'Reversi.csv' or die "Reversi.csv: $!\n";
        printf $log "%s,%d,%d*%d,%s,%s,%s\n",
            strftime('%Y%m%d %H:%M:%S', localtime $started), time - $started, $n, $n,
            ($computer eq 'X' ? ('Computer', 'Human') : ('Human', 'Computer')), $result;
        close $log;
    }
}

show();
my $who = 'X';
TURN: while (1) {
    my $moves = moves($who);
    if (!%$moves) {
        last TURN if !%{ moves(other($who)) };
        print "$who player has no valid move.\n";
        next TURN;
    }
    if ($who eq $computer) {
        my ($best) = sort { @{ $moves->{$b} } <=> @{ $moves->{$a} } || $a cmp $b } keys %$moves;
        print "Computer places $who at $best.\n";
        put($who, @{ $moves->{$best} });
        next TURN;
    }
    my $answer = ask("Enter move for $who (RowCol): ");
    if (!exists $moves->{$answer}) {
        print "Invalid move.\n";
        print "Game over.\n";
        print "$computer player wins.\n";
        $result = 'Human gave up.';
        exit;
    }
    put($who, @{ $moves->{$answer} });
} continue {
    $who = other($who);
}

my $x = () = $board =~ /X/g;
my $o = () = $board =~ /O/g;
print "Both players have no valid move.\n" if $x && $o && $board =~ /\./;
print "Game over.\n";
print "X : O = $x : $o\n";
print $x == $o ? 'Draw!' : ($x > $o ? 'X' : 'O') . ' player wins.', "\n";
$result = "$x to $o";
