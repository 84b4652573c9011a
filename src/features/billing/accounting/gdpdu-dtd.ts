const texts = [
  ...['Version', 'Location', 'Comment', 'Length', 'References', 'From', 'To', 'Alias', 'MaxLength', 'TextEncapsulator'],
  ...['Accuracy', 'ImpliedAccuracy', 'Format', 'DecimalSymbol', 'DigitGroupingSymbol', 'Command', 'URL', 'Description'],
  ...['Name', 'Epoch', 'ColumnDelimiter', 'RecordDelimiter', 'SkipNumBytes', 'AcceptNoTables'],
]
const flags = ['AlphaNumeric', 'ANSI', 'Macintosh', 'OEM', 'UTF16', 'UTF7', 'UTF8']
const column = '(Name, Description?, (Numeric | (AlphaNumeric, MaxLength?) | Date), Map*)'
const fixedColumn = '(Name, Description?, (Numeric | AlphaNumeric | Date), Map*, FixedRange)'

const models: Readonly<Record<string, string>> = {
  Extension: '(Name, URL)',
  Range: '(From, (To | Length)?)',
  FixedRange: '(From, (To | Length))',
  DataSet: '(Extension*, Version, DataSupplier?, Command*, Media+, Command*)',
  Date: '(Format?)',
  Numeric: '((ImpliedAccuracy | Accuracy)?)',
  FixedLength: '((Length | RecordDelimiter)?, ((FixedPrimaryKey+, FixedColumn*) | (FixedColumn+)), ForeignKey*)',
  FixedColumn: fixedColumn,
  FixedPrimaryKey: fixedColumn,
  VariableLength:
    '(ColumnDelimiter?, RecordDelimiter?, TextEncapsulator?, ((VariablePrimaryKey+, VariableColumn*) | (VariableColumn+)), ForeignKey*)',
  VariableColumn: column,
  VariablePrimaryKey: column,
  DataSupplier: '(Name, Location, Comment)',
  Media: '(Name, Command*, Table*, Command*, AcceptNoTables?)',
  Table:
    '(URL, Name?, Description?, Validity?, (ANSI | Macintosh | OEM | UTF16 | UTF7 | UTF8)?, (DecimalSymbol, DigitGroupingSymbol)?, SkipNumBytes?, Range?, Epoch?, (VariableLength | FixedLength))',
  ForeignKey: '(Name+, References, Alias*)',
  Map: '(Description?, From, To)',
  Validity: '(Range, Format?)',
}

/** DTD of index.xml, from the GDPdU data transfer standard (01-09-2004). */
export const gdpduDtd = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  ...texts.map((name) => `<!ELEMENT ${name} (#PCDATA)>`),
  ...flags.map((name) => `<!ELEMENT ${name} EMPTY>`),
  ...Object.entries(models).map(([name, model]) => `<!ELEMENT ${name} ${model}>`),
  '',
].join('\n')
