/** A progress bar on a terminal, else a line per part. */
export function createProgressLine(out: NodeJS.WriteStream) {
  const width = 30
  let shown = ''
  return {
    show(title: string, done: number, all: number) {
      if (!out.isTTY) return
      const filled = all ? Math.round((done / all) * width) : width
      const line = `${title.padEnd(14)} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${done}/${all}`
      if (line !== shown) out.write(`\r${line}`)
      shown = line
    },
    end(title: string) {
      out.write(out.isTTY ? '\n' : `${title}\n`)
    },
  }
}
