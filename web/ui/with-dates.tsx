// A sentence with dates in it. A date is one word, and browsers break after a hyphen.
export const WithDates = ({ text }: { text: string }) =>
  text.split(/(\d\d-\d\d-\d{4})/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      part
    ),
  )
