import { UnstyledButton } from '@mantine/core'

export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => unknown }) {
  return (
    <p className="fact" role="status">
      {message}{' '}
      <UnstyledButton className="more" onClick={() => void onRetry()}>
        Try again
      </UnstyledButton>
    </p>
  )
}
