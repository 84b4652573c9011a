import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { AFRelationship, type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { projectRoot } from '#core/runtime/project-root'
import { escapeXml } from '#core/text/escape-xml'

/** `at` is the creation date: the same input produces the same bytes. */
export interface DocumentProperties {
  title: string
  author: string
  language: string
  at: Date
}

/** The XML of an e-invoice; `conformance` is its ZUGFeRD profile. */
export interface XmlAttachment {
  xml: string
  name: string
  conformance: string
}

const producer = 'Kontor'

/**
 * Saves a document as PDF/A-3a (ISO 19005-3): output intent, metadata, id and, for an e-invoice, the XML as an
 * associated file (ZUGFeRD 2). The structure tree must be written before.
 */
export async function savePdfA(
  document: PDFDocument,
  properties: DocumentProperties,
  attached: XmlAttachment | null,
): Promise<Uint8Array> {
  const { title, author, language, at } = properties
  document.setTitle(title)
  document.setAuthor(author)
  document.setProducer(producer)
  document.setCreator(producer)
  document.setCreationDate(at)
  document.setModificationDate(at)
  document.setLanguage(language)
  if (attached)
    await document.attach(Buffer.from(attached.xml), attached.name, {
      mimeType: 'text/xml',
      description: 'Factur-X/ZUGFeRD',
      creationDate: at,
      modificationDate: at,
      afRelationship: AFRelationship.Alternative,
    })
  addOutputIntent(document)
  const { context, catalog } = document
  const metadata = Buffer.from(createXmp(properties, attached))
  catalog.set(PDFName.of('Metadata'), context.register(context.stream(metadata, { Type: 'Metadata', Subtype: 'XML' })))
  const identity = createHash('sha256')
    .update(metadata)
    .update(attached?.xml ?? '')
    .digest('hex')
    .slice(0, 32)
  context.trailerInfo.ID = context.obj([PDFHexString.of(identity), PDFHexString.of(identity)])
  // Without pauses: they would take longer than the document.
  return document.save({ objectsPerTick: Number.POSITIVE_INFINITY })
}

let profile: Buffer | undefined

/** The sRGB profile, compressed once. */
function addOutputIntent({ context, catalog }: PDFDocument) {
  profile ??= deflateSync(readFileSync(join(projectRoot, 'assets', 'icc', 'sRGB.icc')))
  const stream = context.register(context.stream(profile, { N: 3, Filter: 'FlateDecode' }))
  const intent = context.obj({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    OutputConditionIdentifier: PDFString.of('sRGB'),
    Info: PDFString.of('sRGB'),
    DestOutputProfile: stream,
  })
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]))
}

/** XMP metadata, with the extension schema that ZUGFeRD requires for an attached XML. */
function createXmp({ title, author, language, at }: DocumentProperties, attached: XmlAttachment | null): string {
  const moment = at.toISOString().replace(/\.\d+Z$/, 'Z')
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance></rdf:Description>
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator><dc:language><rdf:Bag><rdf:li>${language}</rdf:li></rdf:Bag></dc:language></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"><pdf:Producer>${producer}</pdf:Producer></rdf:Description>
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"><xmp:CreatorTool>${producer}</xmp:CreatorTool><xmp:CreateDate>${moment}</xmp:CreateDate><xmp:ModifyDate>${moment}</xmp:ModifyDate></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag>${pdfUa}${attached ? facturXSchema : ''}</rdf:Bag></pdfaExtension:schemas></rdf:Description>
${attached ? facturX(attached) : ''}</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
}

const property = (name: string, description: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`

const facturXSchema = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${property('DocumentFileName', 'name of the embedded XML invoice file')}${property('DocumentType', 'INVOICE')}${property('Version', 'version of the Factur-X XML schema')}${property('ConformanceLevel', 'conformance level of the XML')}</rdf:Seq></pdfaSchema:property></rdf:li>`

const pdfUa = `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>part of ISO 14289 that the document follows</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>`

const facturX = ({
  name,
  conformance,
}: XmlAttachment) => `<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${name}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>${conformance}</fx:ConformanceLevel></rdf:Description>
`
