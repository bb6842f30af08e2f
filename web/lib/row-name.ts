// A row of a sheet by its number and by who or what is meant: "12, marta.oliveira".

export const rowName = ({ row, label }: { row: number; label?: string | undefined }) =>
  label ? `${row}, ${label.replace(/\s+/g, ' ')}` : String(row)
