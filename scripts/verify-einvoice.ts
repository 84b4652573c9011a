// Puts the documents of test/invoices/document/fixtures.ts before a public validator (veraPDF, XSD and Schematron in
// one), and wrong ones beside them: a validator that never refuses proves nothing. Exits 1 on a surprise.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { root } from '../src/core/root.ts'
import { renderInvoicePdf } from '../src/invoices/document/invoice.pdf.ts'
import { renderInvoiceXml } from '../src/invoices/document/invoice.xml.ts'
import { samples } from '../test/invoices/document/fixtures.ts'

/** Releases of the validator's command line, the wanted one first: the first that Maven can fetch validates. */
const versions = ['2.25.0', '2.26.0']
const oldestJava = 17

type Part = 'PDF' | 'XML'
interface Case {
  name: string
  pdf: Uint8Array
  /** The part that must be refused; null where all is valid. */
  wrong: Part | null
}

const sample = (name: string) => {
  const make = samples[name]
  if (!make) throw new Error(`There is no sample ${name}.`)
  return make()
}

async function right(name: string): Promise<Case> {
  const document = sample(name)
  return { name, pdf: await renderInvoicePdf(document, await renderInvoiceXml(document)), wrong: null }
}

async function aCentWrong(): Promise<Case> {
  const document = sample('two rates')
  const xml = await renderInvoiceXml(document)
  const tampered = xml.replace('>1796.72</ram:GrandTotalAmount>', '>1796.73</ram:GrandTotalAmount>')
  if (tampered === xml) throw new Error('There is no total to tamper with.')
  return { name: 'a cent wrong', pdf: await renderInvoicePdf(document, tampered), wrong: 'XML' }
}

async function aFontNotEmbedded(): Promise<Case> {
  const { pdf } = await right('two rates')
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const fonts = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object): object is PDFDict => object instanceof PDFDict)
    .filter((dict) => dict.delete(PDFName.of('FontFile2')))
  if (fonts.length === 0) throw new Error('There is no font to take out.')
  return { name: 'a font not embedded', pdf: await document.save(), wrong: 'PDF' }
}

/** EN 16931 lets a credit note name no invoice; § 31 Abs. 5 UStDV does not, so Kontor refuses it itself. */
const refusesCreditNoteWithoutReference = () =>
  renderInvoiceXml({ ...sample('credit note'), credited: null }).then(
    () => false,
    () => true,
  )

/** What a command says of its version, or null where it is not there. */
function versionOf(command: string): string | null {
  const { status, stdout, stderr } = spawnSync(command, ['-version'], { encoding: 'utf8' })
  return status === 0 ? stdout + stderr : null
}

/** What is missing on this machine to validate at all. */
function missing(): string | null {
  const java = versionOf('java')
  const release = Number(/version "(\d+)/.exec(java ?? '')?.[1])
  if (java === null) return 'Java not found.'
  if (!(release >= oldestJava)) return `Java ${oldestJava} or newer is needed, here is ${release}.`
  return versionOf('mvn') === null ? 'Maven not found.' : null
}

interface Validator {
  jar: string
  version: string
}

/** The validator, fetched once; null where Maven can fetch none, and why it was said. */
function validator(): Validator | null {
  const folder = join(root, 'node_modules', '.cache', 'mustang')
  const places = versions.map((version) => ({ version, jar: join(folder, `Mustang-CLI-${version}.jar`) }))
  const here = places.find(({ jar }) => existsSync(jar))
  if (here) return here
  mkdirSync(folder, { recursive: true })
  for (const { version, jar } of places) {
    const artifact = `org.mustangproject:Mustang-CLI:${version}`
    const goal = ['-B', '-q', 'dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`]
    const { status, stdout } = spawnSync('mvn', goal, { encoding: 'utf8', cwd: folder })
    if (status === 0 && existsSync(jar)) return { jar, version }
    console.log(`Maven cannot fetch ${artifact}: ${/ERROR.*?: (.*)/.exec(stdout)?.[1] ?? `status ${status}`}`)
  }
  return null
}

interface Verdict {
  PDF: boolean
  XML: boolean
  rules: string
}

/** Validates all of them in one run of Java; the verdicts by name. */
function validate({ jar }: Validator, cases: readonly Case[]): Map<string, Verdict> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-einvoice-'))
  try {
    for (const [index, { pdf }] of cases.entries()) writeFileSync(join(folder, `${index}.pdf`), pdf)
    // The action goes through a whole folder; what it expects is of no account, each verdict is read by itself.
    const options = ['--no-notices', '--disable-file-logging', '--action', 'validateExpectValid', '-d', folder]
    const { stdout, stderr } = spawnSync('java', ['-Xmx1g', '-jar', jar, ...options], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    const files = [...stdout.concat(stderr).matchAll(/Testing file \d+: +\w+ \((.+?)(\d+)\.pdf\)/g)]
    const parsed = [...stderr.concat(stdout).matchAll(/Parsed PDF:(\w+) XML:(\w+) .*ErrorIDs: \[(.*?)\]/g)]
    if (files.length !== parsed.length)
      throw new Error(`The validator's answer is not understood.\n${stdout}\n${stderr}`)
    return new Map(
      files.map(([, , index], order) => {
        const [, pdf, xml, rules = ''] = parsed[order] ?? []
        return [cases[Number(index)]?.name ?? '', { PDF: pdf === 'valid', XML: xml === 'valid', rules }]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A line of the report, and whether it says what was expected. */
function judge({ name, wrong }: Case, verdict: Verdict | undefined): { line: string; expected: boolean } {
  if (!verdict) return { line: `no verdict  ${name}`, expected: false }
  const refused = (['PDF', 'XML'] as const).filter((part) => !verdict[part])
  const expected = wrong === null ? refused.length === 0 : refused.length === 1 && refused[0] === wrong
  // XRechnung's own rules (BR-DE) are notices in the profile EN 16931.
  const broken = verdict.rules.split(',').filter((rule) => rule && !rule.startsWith('BR-DE'))
  const why = refused.length ? `: ${[`${refused.join(' and ')} invalid`, ...broken].join(', ')}` : ''
  return { line: `${refused.length ? 'refused' : 'valid  '}     ${name}${why}`, expected }
}

async function main() {
  const lack = missing()
  const found = lack ? null : validator()
  if (!found) return console.log(`E-invoices not verified: ${lack ?? 'the validator cannot be had.'}`)

  const cases: Case[] = []
  for (const name of Object.keys(samples)) cases.push(await right(name))
  cases.push(await aCentWrong(), await aFontNotEmbedded())
  const verdicts = validate(found, cases)
  const results = cases.map((item) => judge(item, verdicts.get(item.name)))
  const referred = await refusesCreditNoteWithoutReference()
  results.push({
    line: `${referred ? 'refused' : 'valid  '}     a credit note without its invoice: by Kontor`,
    expected: referred,
  })

  const surprises = results.filter(({ expected }) => !expected).length
  for (const { line, expected } of results) console.log(expected ? line : `${line}   <- not expected`)
  console.log(`${results.length - surprises} as expected, ${surprises} not (Mustang-CLI ${found.version})`)
  if (surprises) process.exitCode = 1
}

await main()
