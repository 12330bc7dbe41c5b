/** Codes that are never given out: names of well-known programs, and offensive words. */
import { codeKey } from './expand.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** An alias named like a program, or like a word of the shell, would change the meaning of ordinary commands. */
const PROGRAMS = words(`
  ack adb age ant apk apt arp ash atq awk aws awx bat btm bun bzr cal cat cdk cmp col cpp csc csh ctr cue cut cvs
  dbt dig dir dmd dnf dot dua duf eas elm env erb erl esh eza fly fmt for fsc ftp fzf gcc gdb gem ghc gio git gpg gum
  hub iex irb jar joe jps ksh ldc ldd let lld lpq lpr lsd lua lvs lxc lxd man mix mpv mtr mvn nft nim nix nox npm npx nvm
  oci opa pax pdm pgp php pip pkg pod pry ptx pvs pwd rar rcp rec rev rpm rsh rtk rvm rye sam sar sbt scp sdk sed seq
  set sml sox ssh ssm sum svn tac tar tcl tee tic tig toe top tox tsc tsh tsx tty ufw vgs vim vlc vue who xev xxd yay
  yes yum zfs zig zip zsh
`);

/** In French and in English. A person may choose them by hand; they are never suggested. */
const UNDESIRABLE = words(`
  anl anu ass bit btc bum cac cca chi cik clt cnt coc cok con coq cou cul cum cun dck ded dic die dik enc enk fag fap
  fck fdp fgt fku fot fuc fuk fuq fux gay hel hiv hoe jap jew jiz kik kil kkk kll kon kuk kul kum mrd naz neg ngr
  nig nik niq nob ntm nul obs pdt pee pet pis pns poo por prn psy ptn pts pue pus put rac rap rot sal sex shi sht
  slp slt slu smd sob std stf suc suk sux tit tgl tue tts twa vag vgn vit wog wtf wth xxx zbi zob
`);

export function isProgramName(code: string): boolean {
  return PROGRAMS.has(codeKey(code));
}

export function isUndesirable(code: string): boolean {
  return UNDESIRABLE.has(codeKey(code));
}
