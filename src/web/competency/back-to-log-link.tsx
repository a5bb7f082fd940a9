import { Link } from '@tanstack/react-router'

export function BackToPracticeLogLink() {
  return (
    <Link to="/credentials/practice" className="underline">
      Practice log
    </Link>
  )
}
