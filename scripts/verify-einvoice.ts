// Puts the documents of test/features/billing/invoices/document/fixtures.ts and 120 random ones before public validators: Mustang (veraPDF,
// XSD and Factur-X' schematron in one), the schematron of EN 16931 (CEN) in CII and UBL and, for XRechnungen, that of
// KoSIT; and wrong documents beside them: a validator that never refuses proves nothing. Exits 1 on a surprise.
//
//   npm run verify:einvoice -- [seed]
import 'reflect-metadata'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib'
import { projectRoot } from '#core/runtime/project-root'
import { parsePemKey } from '#documents/seal/certificate'
import { createSelfSignedCertificate, seal } from '#documents/seal/pades'
import { renderContractPdf } from '#features/billing/contracts/document/contract.pdf'
import { renderInvoiceCii } from '#features/billing/invoices/document/invoice.cii'
import {
  findMissingFields,
  type InvoiceDocument,
  isXRechnung,
} from '#features/billing/invoices/document/invoice.document'
import { renderInvoicePdf } from '#features/billing/invoices/document/invoice.pdf'
import { renderInvoiceUbl } from '#features/billing/invoices/document/invoice.ubl'
import { renderQuotePdf } from '#features/billing/quotes/document/quote.pdf'
import { renderEvidencePdf } from '#features/billing/signing/evidence/evidence.pdf'
import { contractSamples } from '../test/features/billing/contracts/document/fixtures.ts'
import { samples } from '../test/features/billing/invoices/document/fixtures.ts'
import { randomDocuments } from '../test/features/billing/invoices/document/random.ts'

/** Releases of the validator's command line, the wanted one first: the first that Maven can fetch validates. */
const versions = ['2.26.0', '2.25.0']
const oldestJava = 17

const seed = Number(process.argv[2] ?? 11)

/** Rules as XSLT in the validator's jar, which holds the processor for them too. */
const schematrons = {
  CEN: 'xslt/en16931schematron/EN16931-CII-validation.xslt',
  XRechnung: 'xslt/XR_30/XRechnung-CII-validation.xslt',
  'CEN of UBL': 'xslt/en16931schematron/EN16931-UBL-validation.xslt',
  'XRechnung of UBL': 'xslt/XR_30/XRechnung-UBL-validation.xslt',
} as const

type Judge = 'PDF' | 'XML' | keyof typeof schematrons
interface Case {
  name: string
  xml: string
  /** The same in UBL. */
  ubl: string
  pdf: Uint8Array
  isXRechnung: boolean
  /** Who must refuse it; nobody where all is valid. */
  wrong: readonly Judge[]
}

const sample = (name: string) => {
  const make = samples[name]
  if (!make) throw new Error(`There is no sample ${name}.`)
  return make()
}

async function right(name: string, document: InvoiceDocument = sample(name)): Promise<Case> {
  const xml = await renderInvoiceCii(document)
  const ubl = await renderInvoiceUbl(document)
  return {
    name,
    xml,
    ubl,
    pdf: await renderInvoicePdf(document, xml),
    isXRechnung: isXRechnung(document.buyer),
    wrong: [],
  }
}

/** The first that lacks nothing. */
const sendable = (wanted: InvoiceDocument, otherwise: InvoiceDocument) =>
  findMissingFields(wanted) === null ? wanted : otherwise

/** As it is written for a client who wants an XRechnung. */
const asXRechnung = ({ buyer, ...document }: InvoiceDocument): InvoiceDocument => ({
  ...document,
  buyer: { ...buyer, invoiceFormat: 'xrechnung_ubl', buyerReference: buyer.buyerReference || 'PO-4711' },
})

/** A document that was right, with something in its XML changed. */
async function tampered(
  name: string,
  sampleName: string,
  [from, to]: [string | RegExp, string],
  wrong: readonly Judge[],
): Promise<Case> {
  const document = sample(sampleName)
  const before = await renderInvoiceCii(document)
  const xml = before.replace(from, to)
  if (xml === before) throw new Error(`There is nothing to tamper with: ${name}.`)
  return { ...(await right(sampleName)), name, xml, pdf: await renderInvoicePdf(document, xml), wrong }
}

/** What each validator must refuse; the second is what Mustang lets through. */
const wrongOnes = () => [
  tampered(
    'a cent wrong',
    'two rates',
    ['>1796.72</ram:GrandTotalAmount>', '>1796.73</ram:GrandTotalAmount>'],
    ['XML', 'CEN'],
  ),
  tampered(
    'a currency where none belongs',
    'discount of a line',
    ['<ram:ActualAmount>', '<ram:ActualAmount currencyID="EUR">'],
    ['CEN'],
  ),
  tampered(
    'no telephone number',
    'public body',
    [/<ram:TelephoneUniversalCommunication>.*?<\/ram:TelephoneUniversalCommunication>/s, ''],
    ['XML', 'XRechnung'],
  ),
  aCentWrongInUbl(),
  aFontNotEmbedded(),
]

async function aCentWrongInUbl(): Promise<Case> {
  const { ubl, ...rest } = await right('public body')
  const changed = ubl.replace('>1796.72</cbc:TaxInclusiveAmount>', '>1796.73</cbc:TaxInclusiveAmount>')
  if (changed === ubl) throw new Error('There is nothing to tamper with: a cent wrong in UBL.')
  return { ...rest, name: 'a cent wrong in UBL', ubl: changed, wrong: ['CEN of UBL'] }
}

async function aFontNotEmbedded(): Promise<Case> {
  const { pdf, ...rest } = await right('two rates')
  return { ...rest, name: 'a font not embedded', pdf: await withoutFonts(pdf), wrong: ['PDF'] }
}

async function withoutFonts(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false })
  const fonts = document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object): object is PDFDict => object instanceof PDFDict)
    .filter((dict) => dict.delete(PDFName.of('FontFile2')))
  if (fonts.length === 0) throw new Error('There is no font to take out.')
  return document.save()
}

/** EN 16931 lets a credit note name no invoice; § 31 Abs. 5 UStDV does not, so Kontor refuses it itself. */
const refusesCreditNoteWithoutReference = () =>
  renderInvoiceCii({ ...sample('credit note'), credited: null }).then(
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
  const folder = join(projectRoot, 'node_modules', '.cache', 'mustang')
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

/** Who refuses, and by which rules. */
interface Verdict {
  refused: Judge[]
  rules: string[]
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
        const refused: Judge[] = [
          ...(pdf === 'valid' ? [] : ['PDF' as const]),
          ...(xml === 'valid' ? [] : ['XML' as const]),
        ]
        // XRechnung's own rules (BR-DE) are notices in the profile EN 16931.
        const broken = rules.split(',').filter((rule) => rule && !rule.startsWith('BR-DE'))
        return [cases[Number(index)]?.name ?? '', { refused, rules: refused.includes('XML') ? broken : [] }]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Puts the XML of all of them before a schematron in one run of Java; what it refuses, warnings aside, by name. */
function broken({ jar }: Validator, judge: keyof typeof schematrons, cases: readonly Case[]): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-schematron-'))
  const [given, told] = [join(folder, 'in'), join(folder, 'out')]
  try {
    for (const path of [given, told]) mkdirSync(path)
    for (const [index, { xml, ubl }] of cases.entries())
      writeFileSync(join(given, `${index}.xml`), judge.endsWith('UBL') ? ubl : xml)
    const options = [`-s:${given}`, `-o:${told}`, `-xsl:classpath:${schematrons[judge]}`]
    const { status, stderr } = spawnSync('java', ['-Xmx1g', '-cp', jar, 'net.sf.saxon.Transform', ...options], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${judge}: ${stderr}`)
    return new Map(cases.map(({ name }, index) => [name, failed(readFileSync(join(told, `${index}.xml`), 'utf8'))]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The rules that a report (SVRL) calls broken; one that checked nothing is none. */
function failed(report: string): string[] {
  if (!report.includes('fired-rule')) return ['nothing checked']
  return [...report.matchAll(/<svrl:failed-assert([^>]*)>/g)]
    .filter(([, attributes = '']) => !/(?:flag|role)="(?:warning|information)"/.test(attributes))
    .map(([, attributes = '']) => /\bid="([^"]*)"/.exec(attributes)?.[1] ?? 'a rule without a name')
}

/** What Mustang and the schematrons say of all of them. */
function verdictsOf(found: Validator, cases: readonly Case[]): Map<string, Verdict> {
  const verdicts = validate(found, cases)
  const judges = [
    ['CEN', cases],
    ['XRechnung', cases.filter(({ isXRechnung }) => isXRechnung)],
    ['CEN of UBL', cases],
    ['XRechnung of UBL', cases.filter(({ isXRechnung }) => isXRechnung)],
  ] as const
  for (const [judge, judged] of judges)
    for (const [name, rules] of broken(found, judge, judged)) {
      if (!rules.length) continue
      verdicts.get(name)?.refused.push(judge)
      verdicts.get(name)?.rules.push(...rules)
    }
  return verdicts
}

/** Whether veraPDF, which Mustang holds, finds that a document without an XML is PDF/A-3a. */
function isPdfA({ jar }: Validator, pdf: Uint8Array): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-pdfa-'))
  try {
    const source = join(folder, 'document.pdf')
    writeFileSync(source, pdf)
    const options = ['--action', 'validate', '--no-notices', '--source', source]
    const { stdout } = spawnSync('java', ['-Xmx1g', '-jar', jar, ...options], { encoding: 'utf8' })
    if (!stdout.includes('isCompliant')) throw new Error(`The validator's answer is not understood.\n${stdout}`)
    return /flavour=3a[^\n]*isCompliant=true/.test(stdout)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** With the page of evidence, and a seal by a self-made certificate. */
async function signedAndSealed(pdf: Uint8Array): Promise<Uint8Array> {
  const at = new Date('2026-05-04T10:00:00Z')
  const drawn = await renderEvidencePdf({
    pdf,
    language: 'de',
    title: 'Vertrag VT-2026-0001',
    file: 'VT-2026-0001.pdf',
    seller: 'Kontor GmbH',
    accentColor: null,
    signer: 'Kim Sommer',
    signedAt: at.toISOString(),
    typed: 'Kim Sommer',
    image: null,
    address: '192.0.2.1',
    userAgent: 'Mozilla/5.0',
    sentTo: ['kim@acme.example'],
    documentSha256: createHash('sha256').update(pdf).digest('hex'),
    steps: [{ name: 'sent', at: at.toISOString() }],
  })
  const key = parsePemKey(await createSelfSignedCertificate({ name: 'Kontor', at }), 'self-made')
  return (await seal({ pdf: drawn, ...key })).pdf
}

/** Documents without an XML, and one of them with a font taken out. */
async function plainResults(found: Validator) {
  const results: { line: string; expected: boolean }[] = []
  const check = (name: string, pdf: Uint8Array, wanted: boolean) => {
    const valid = isPdfA(found, pdf)
    results.push({ line: `${valid ? 'valid  ' : 'refused'}     ${name}`, expected: valid === wanted })
  }
  const quotes = ['two rates', 'discount of a line'].map((name) => async () => ({
    name: `quote: ${name}`,
    pdf: await renderQuotePdf({
      ...sample(name),
      number: 'AN-2026-0007',
      validUntil: '2026-12-31',
      isSignedOnline: true,
      closing: 'Bis bald.',
    }),
  }))
  const contracts = Object.entries(contractSamples).map(([name, document]) => async () => ({
    name,
    pdf: await renderContractPdf(document()),
  }))
  for (const draw of [...contracts, ...quotes]) {
    const { name, pdf } = await draw()
    check(name, pdf, true)
    if (results.length === 1) check(`${name}, a font not embedded`, await withoutFonts(pdf), false)
    check(`${name}, signed and sealed`, await signedAndSealed(pdf), true)
  }
  return results
}

/** A line of the report, and whether it says what was expected. */
function judge({ name, wrong }: Case, verdict: Verdict | undefined): { line: string; expected: boolean } {
  if (!verdict) return { line: `no verdict  ${name}`, expected: false }
  const { refused, rules } = verdict
  const expected = isDeepStrictEqual(refused, wrong)
  const why = refused.length ? `: by ${[refused.join(' and '), ...new Set(rules)].join(', ')}` : ''
  return { line: `${refused.length ? 'refused' : 'valid  '}     ${name}${why}`, expected }
}

async function main() {
  const lack = missing()
  const found = lack ? null : validator()
  if (!found) return console.log(`E-invoices not verified: ${lack ?? 'the validator cannot be had.'}`)

  const cases: Case[] = []
  for (const name of Object.keys(samples)) cases.push(await right(name))
  for (const name of ['two rates', 'discount of a line', 'credit note', 'reverse charge', 'export of goods'])
    cases.push(await right(`${name}, as XRechnung`, asXRechnung(sample(name))))
  for (const [index, document] of randomDocuments(120, seed).entries())
    cases.push(await right(`random ${index + 1}`, index % 3 ? document : sendable(asXRechnung(document), document)))
  cases.push(...(await Promise.all(wrongOnes())))
  const verdicts = verdictsOf(found, cases)
  const results = cases.map((item) => judge(item, verdicts.get(item.name)))
  const referred = await refusesCreditNoteWithoutReference()
  results.push({
    line: `${referred ? 'refused' : 'valid  '}     a credit note without its invoice: by Kontor`,
    expected: referred,
  })
  results.push(...(await plainResults(found)))

  const surprises = results.filter(({ expected }) => !expected).length
  for (const { line, expected } of results)
    if (!expected) console.log(`${line}   <- not expected`)
    else if (!line.startsWith('valid       random')) console.log(line)
  console.log(`120 random documents of seed ${seed}`)
  console.log(`${results.length - surprises} as expected, ${surprises} not (Mustang-CLI ${found.version})`)
  if (surprises) process.exitCode = 1
}

await main()
