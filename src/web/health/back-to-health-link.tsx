import { Link } from '@tanstack/react-router'

export function BackToHealthLink() {
  return (
    <Link to="/credentials/health" className="underline">
      Health records
    </Link>
  )
}
