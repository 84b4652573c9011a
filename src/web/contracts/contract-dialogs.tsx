import {
  CancelContractDocument,
  type ContractDataFragment,
  ResendContractDocument,
  RevokeContractLinkDocument,
  SendContractDocument,
  WithdrawContractDocument,
} from '#schema/web/graphql'
import { useMutation } from '../graphql/client.ts'
import { today } from '../i18n/dates.ts'
import { formatDate } from '../i18n/format.ts'
import { SendToSignDialog } from '../signing/send-to-sign-dialog.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useVersionGuard } from '../ui/version-guard.ts'
import { messages } from './contracts.messages.ts'

interface ContractDialogProps {
  contract: ContractDataFragment
  onClose: () => void
  onDone: (text: string) => void
}

interface SendContractDialogProps extends ContractDialogProps {
  isAgain?: boolean
  /** Refetches the contract. */
  onRefused?: () => void
  /** Called if the document has been changed meanwhile. */
  onChanged?: (text: string) => void
}

/** Sends a contract, or resends the archived version. */
export function SendContractDialog({
  contract,
  isAgain = false,
  onRefused,
  onChanged,
  onClose,
  onDone,
}: SendContractDialogProps) {
  const [send] = useMutation(SendContractDocument)
  const [resend] = useMutation(ResendContractDocument)
  const guardVersion = useVersionGuard([], (text) => onChanged?.(text))
  const { id } = contract
  return (
    <SendToSignDialog
      document={contract}
      messages={messages.sending}
      about={messages.sending.about}
      send={async (input) => {
        const { data, problem } = isAgain
          ? await resend({ id, input })
          : await guardVersion(contract, (version) => send({ id, version, input }))
        return data ? { data: 'sendContract' in data ? data.sendContract : data.resendContract } : { problem }
      }}
      missing={contract.missing}
      {...(onRefused && { onRefused })}
      isAgain={isAgain}
      onClose={onClose}
      onSent={onDone}
    />
  )
}

export function RevokeLinkDialog({ contract: { id }, onClose, onDone }: ContractDialogProps) {
  const [revoke] = useMutation(RevokeContractLinkDocument)
  const { done, ...texts } = messages.revoke
  return <ConfirmDialog {...texts} send={() => revoke({ id })} onDone={() => onDone(done)} onClose={onClose} />
}

export function WithdrawDialog({ contract: { id }, onClose, onDone }: ContractDialogProps) {
  const [withdraw] = useMutation(WithdrawContractDocument)
  const { done, ...texts } = messages.withdraw
  return <ConfirmDialog {...texts} send={() => withdraw({ id })} onDone={() => onDone(done)} onClose={onClose} />
}

/** Records the cancellation of a contract. */
export function CancelContractDialog({
  contract: { id, number, earliestEndOn },
  onClose,
  onDone,
}: ContractDialogProps) {
  const [cancel] = useMutation(CancelContractDocument)
  return (
    <ConfirmDialog
      title={messages.cancel.title(number ?? '')}
      text={earliestEndOn ? messages.cancel.earliest(formatDate(earliestEndOn)) : messages.cancel.unknown}
      label={messages.cancel.submit}
      send={({ noticedOn, endsOn }) => cancel({ id, input: { noticedOn: noticedOn || null, endsOn: endsOn || null } })}
      onDone={({ cancelContract: { terminatesOn } }) =>
        onDone(messages.cancel.done(terminatesOn ? formatDate(terminatesOn) : ''))
      }
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={messages.cancel.noticedOn}
            name="noticedOn"
            type="date"
            required
            defaultValue={today()}
            max={today()}
            error={errors.noticedOn}
          />
          <TextField
            label={messages.cancel.endsOn}
            hint={messages.cancel.endsOnHint}
            name="endsOn"
            type="date"
            error={errors.endsOn}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
