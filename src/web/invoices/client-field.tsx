import { Plus } from 'lucide-react'
import { useState } from 'react'
import { BillableClientsDocument, type BillableFragment } from '#schema/web/graphql'
import { useQuery } from '../graphql/client.ts'
import { useMay } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { messages } from './invoices.messages.ts'

interface ClientFieldProps {
  chosen: BillableFragment | null
  onChoose: (client: BillableFragment) => void
  onNew: () => void
  error: string | undefined
  autoFocus: boolean
}

export function ClientField({ onNew, ...choice }: ClientFieldProps) {
  const may = useMay()
  const [sought, setSought] = useState('')
  const found = useQuery(BillableClientsDocument, { q: sought || null }, ['client'])
  return (
    <div className="with">
      <Combobox
        label={messages.client}
        isRequired
        found={found.data?.clients?.clients}
        onSearch={setSought}
        {...choice}
      />
      {may('createClient') && (
        <Button onClick={onNew}>
          <Plus size={16} aria-hidden />
          {messages.newClient}
        </Button>
      )}
    </div>
  )
}
