import './file-drop.css'
import { FileUp } from 'lucide-react'
import { DropZone, FileTrigger, Button as Trigger } from 'react-aria-components'

interface FileDropProps {
  label: string
  /** What may be dropped, and what happens with it. */
  hint: string
  /** Extensions and media types, such as `.csv`. */
  types: readonly string[]
  isBusy?: boolean
  onFile: (file: File) => void
}

/** Accepts one file by drop, paste or file picker. */
export const FileDrop = ({ label, hint, types, isBusy = false, onFile }: FileDropProps) => (
  <DropZone
    className="card drop"
    isDisabled={isBusy}
    onDrop={async ({ items }) => {
      const item = items.find(({ kind }) => kind === 'file')
      if (item?.kind === 'file') onFile(await item.getFile())
    }}
  >
    <FileUp aria-hidden />
    <FileTrigger
      acceptedFileTypes={types}
      onSelect={(files) => {
        const [file] = files ?? []
        if (file) onFile(file)
      }}
    >
      <Trigger className="button primary" isPending={isBusy}>
        {label}
      </Trigger>
    </FileTrigger>
    <p className="quiet">{hint}</p>
  </DropZone>
)
