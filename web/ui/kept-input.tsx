// A value that is shown in its field, and not changed there.
import { LockKeyhole } from 'lucide-react'
import { TextInput } from './field.tsx'
import './kept-input.css'

export const KeptInput = ({ value, title }: { value: string; title?: string }) => (
  <span className="kept-input">
    <TextInput value={value} data-tip={title} readOnly />
    <LockKeyhole size={15} aria-hidden="true" />
  </span>
)
