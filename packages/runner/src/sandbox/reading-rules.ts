/**
 * Landlock rules for reading, as steps in Perl that every sandbox of Linux takes. Mounts make files read-only, but they
 * do not stop anybody from writing to a named pipe, nor from reading what is private; these rules do. A right is given
 * to a folder with all in it, and cannot be taken away from a piece of it. So the folders on the way to what is private
 * get none, and each of their other entries gets its own.
 */

import { PRIVATE_EXPRESSIONS, PRIVATE_FILES, PRIVATE_IN_HOMES, PRIVATE_PLACES } from '@synapse/contract';
import { KEPT_OF_RUN } from './kept-of-run.ts';
import type { Processor } from './mechanism.ts';
import { CALLS } from './perl-steps.ts';

/** Linux 6.12: the first that keeps signals in. */
const KEEPS_SIGNALS = 6;
const READ = 4;
const WRITE = 2;
/** What a right on a file may be, and not only on a folder: to read, to write, to cut short. */
const OF_FILES = 0x4006;

const HARMLESS_DEVICES = 'null zero full random urandom tty';
/** So many entries below the working directory and the paths of the command are looked at for private files. */
const MOST_ENTRIES = 4_000;

/** The environment variables that a command gets. The rest of the environment may hold secrets. */
const KEPT_VARIABLES =
  '^(?:PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\\w+|TZ|TERM|SHELL|PWD|PROC_ROOT|PAGER|SYSTEMD_PAGER|GIT_PAGER|GIT_OPTIONAL_LOCKS|SYNAPSE_EXECUTION|SYNAPSE_PROBE_\\w+)$';

/** The folder that the command will be in, and the paths that it names, each on its line: private files may be there. */
export const PLACES_VARIABLE = 'SYNAPSE_PLACES';
/** Files and folders of the user that starts the sandbox, one a line: no command in it reads them. */
export const OWN_PLACES_VARIABLE = 'SYNAPSE_OWN_PLACES';

/**
 * `alone`: nothing but these rules and the filter of system calls keeps the command in; so it is kept from the network
 * and from signals too, and nothing at all can be written. Otherwise it may write below `/tmp`, which is its own.
 */
export function readingRules(processor: Processor, { alone }: { readonly alone: boolean }): string {
  const { prctl } = CALLS[processor];
  return [
    HIDE,
    `my $v = must("Landlock", syscall(444, 0, 0, 1));`,
    alone
      ? `if ($v < ${KEEPS_SIGNALS}) { print STDERR "sandbox: version $v of Landlock is too old\\n"; exit 125 }`
      : '',
    // Every right of that version but those to run a program and to list a folder.
    'my $all = $v >= 5 ? 0xfff6 : $v >= 3 ? 0x7ff6 : $v == 2 ? 0x3ff6 : 0x1ff6;',
    `my $a = pack("Q3", $all, ${alone ? '3, 3' : '0, 0'}); my $set = must("rules", syscall(444, $a, 24, 0));`,
    rules(processor),
    alone ? '' : OWN_TMP,
    `for my $n (names("/")) { next if -l "/$n"${alone ? ' || $n =~ /^(?:dev|run)$/' : ''}; give("/$n", ${alone ? READ : `$n eq "tmp" && $own ? $all : ${READ}`}) }`,
    alone ? `give($_, ${READ}) for grep { -e } qw(/dev/shm ${KEPT_OF_RUN.join(' ')});` : '',
    `rule("/dev/$_", ${READ | WRITE}) for qw(${HARMLESS_DEVICES});`,
    `must("no new privileges", syscall(${prctl}, 38, 1, 0, 0, 0)); must("rules", syscall(446, $set, 0));`,
    `for (keys %ENV) { delete $ENV{$_} unless /${KEPT_VARIABLES}/ }`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

/**
 * Whether `/tmp` is a layer of the command's own. If it is only shown, its pipes are those outside, which a read-only
 * mount does not keep anybody from writing to.
 */
const OWN_TMP =
  'my $own = 0; if (open(my $f, "<", "/proc/self/mountinfo")) { while (<$f>) { $own = m{ rw\\S* .*- overlay } ? 1 : 0 if (split / /)[4] eq "/tmp" } }';

/**
 * Opens a path without opening what is there (O_PATH), and no link (O_NOFOLLOW, which differs between processors). By the
 * call itself: Perl's own `open` makes three more of each file, and there are hundreds.
 */
const OPENING = { x86_64: '010400000', aarch64: '010100000' } as const;

/** 445 adds a rule. One that cannot be added gives nothing, nor does one for a link: what it leads to has its own. */
const rules = (processor: Processor): string =>
  `sub rule { my ($path, $rights) = @_; my $f = syscall(${CALLS[processor].openat}, -100, $path, ${OPENING[processor]}); return if $f == -1; my $r = pack("Ql", $rights, $f); syscall(445, $set, 1, $r, 0); syscall(${CALLS[processor].close}, $f) }
sub give { my ($path, $rights) = @_; return if $hidden{$path};
if ($opened{$path}) { give("$path/$_", $rights) for names($path) } else { rule($path, $rights == ${READ} || lstat($path) && -d _ ? $rights : $rights & ${OF_FILES}) } }`;

/** What may lie in a home that cannot be listed; where it can, these are found without the long expressions. */
const NAMED_OUTRIGHT = PRIVATE_FILES.filter((name) => /^\.[^*/]+$/.test(name));

/**
 * Sets `%hidden`, by the paths without links, and `%opened`: the folders above. A file that has several names is private
 * under each of them, as far as they are found: a right is one on the file, whichever of its names it was given by. What takes long to get ready for (long
 * expressions, folders of programs that are named like a user's home) is left until it is needed, or out.
 */
const HIDE = `my (%hidden, %opened, %homes, %linked, @manyNamed);
my %listed; sub names { my $d; @{$listed{$_[0]} //= opendir($d, $_[0]) ? [grep { $_ ne "." && $_ ne ".." } readdir $d] : []} }
sub real { my @left = split m{/}, $_[0]; my ($at, $links) = ("", 0);
while (@left) { my $n = shift @left; next if $n eq "" || $n eq "."; if ($n eq "..") { $at =~ s{/[^/]*$}{}; next }
if (defined(my $to = readlink "$at/$n")) { return "" if ++$links > 40; $at = "" if $to =~ m{^/}; unshift @left, split m{/}, $to } else { $at .= "/$n" } } $at }
sub hide { for (@_) { next unless lstat; my $p = real($_); next if $p eq ""; $hidden{$p} = 1; my @s = lstat $p; $linked{"$s[0] $s[1]"} = 1 if @s && $s[3] > 1 && !-d _; while ($p =~ s{/[^/]*$}{}) { last if $opened{$p}++ } } }
sub found { my @at = (""); for my $part (split m{/}, substr($_[0], 1)) { my $re = $part =~ /\\*/ ? quotemeta $part : undef; $re =~ s/\\\\\\*/.*/g if defined $re;
@at = map { my $d = $_; defined $re ? map { "$d/$_" } grep { /^$re$/ } names("$d/") : "$d/$part" } @at } @at }
hide(map { found($_) } qw(${PRIVATE_PLACES.join(' ')})); hide(grep { m{^/} } split /\\n/, $ENV{${OWN_PLACES_VARIABLE}} // "");
my ($hint, $name, $below, $open, $place) = (qr{${PRIVATE_EXPRESSIONS.hint}}i, q{${PRIVATE_EXPRESSIONS.name}}, qr{${PRIVATE_EXPRESSIONS.below}}i, q{${PRIVATE_EXPRESSIONS.open}}, q{${PRIVATE_EXPRESSIONS.place}});
sub place { $_[0] =~ m{/\\.} && $_[0] =~ m{$place}io }
sub called { my ($n) = @_; return 0 if $n !~ $hint; return 1 if $n =~ m{$name}io; return 0 if $n !~ s{${PRIVATE_EXPRESSIONS.copy.behind}}{}i; return 1 if $n =~ m{$name}io; $n =~ s{${PRIVATE_EXPRESSIONS.copy.before}}{}; $n =~ m{$name}io }
sub named { my ($p, $n) = ($_[0], $_[0]); $n =~ s{.*/}{}; (called($n) || $p =~ $below) && $p !~ m{$open}io }
sub private { place($_[0]) || named($_[0]) }
$homes{$_} = 1 for grep { defined } "/root", $ENV{HOME}, map { my $d = $_; map { "$d/$_" } names($d) } "/home", "/Users";
if (open(my $f, "<", "/etc/passwd")) { while (<$f>) { my $h = (split /:/)[5]; $homes{$h} = 1 if defined $h } }
my %outright = map { $_ => 1 } qw(${NAMED_OUTRIGHT.join(' ')}); my %own; push @{$own{/^([^\\/]+)/ ? $1 : $_}}, $_ for qw(${PRIVATE_IN_HOMES.join(' ')});
for my $h (grep { m{^/.} && !m{^/(?:usr/)?(?:s?bin|lib|games)(?:/|$)|^/(?:dev|proc|sys)(?:/|$)} && -d } keys %homes) { my @in = names($h); @in = (keys %own, keys %outright) if !@in;
for my $n (@in) { if ($own{$n}) { hide(map { "$h/$_" } @{$own{$n}}) } elsif ($n =~ /^\\./ && ($outright{$n} || $n =~ $hint && named("$h/$n")) && !-d "$h/$n") { hide("$h/$n") } }
hide(grep { named($_) } map { "$h/.ssh/$_" } names("$h/.ssh")) }
my @folders; my $left = ${MOST_ENTRIES};
my $base; my %seen;
for my $r (split /\\n/, $ENV{${PLACES_VARIABLE}} // $ENV{PWD} // "") { $r =~ s{^(?:~|\\$HOME|\\$\\{HOME\\})}{$ENV{HOME} // ""}e; $base //= $r; $r = "$base/$r" unless $r =~ m{^/}; my $p = real($r); next if $p eq "" || $seen{$p}++;
if (-d $p && !place($p)) { push @folders, $p } elsif (private($p)) { hide($p) } }
while ($left > 0 && defined(my $d = shift @folders)) { my $all = "$d/x" =~ $below; for my $n (names($d)) { last if --$left < 0; my $p = "$d/$n"; my @s = stat $p; my $folder = @s && -d _; push @manyNamed, $p, "$s[0] $s[1]" if @s && $s[3] > 1 && !$folder;
if ($folder ? place($p) : ($all || $n =~ $hint) && named($p)) { hide($p) } elsif ($folder && $n ne "node_modules" && $d !~ m{/\\.git$}) { my $to = -l $p ? real($p) : $p; push @folders, $to unless $to eq "" || $seen{$to}++ } } }
while (my ($p, $of) = splice @manyNamed, 0, 2) { hide($p) if $linked{$of} }`;
