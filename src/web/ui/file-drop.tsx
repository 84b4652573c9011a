import './file-drop.css'
import { FileUp } from 'lucide-react'
import { DropZone, FileTrigger, Button as Trigger } from 'react-aria-components'

interface FileDropProps {
  /** What the button says. */
  label: string
  /** What may be dropped here, and what happens with it. */
  hint: string
  /** Endings and types of files, such as `.csv`. */
  types: readonly string[]
  isBusy?: boolean
  onFile: (file: File) => void
}

/** Where one file is dropped, pasted or chosen. */
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
