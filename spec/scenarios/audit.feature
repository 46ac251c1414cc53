Feature: audit, an append-only log that is on disk before it answers

  Scenario: AUD-001 the format is what its page says
    Given a segment written by another implementation of docs/audit-format.md
    When the same rows are appended at the same time of the clock
    Then the bytes on disk are the same

  Scenario: AUD-002 a receipt names a row that is on disk
    When rows are appended
    Then each append resolves with chain, seq and hash of its row, in the order of the calls

  Scenario: AUD-003 what waits is written in one batch
    Given a write in flight
    When more rows are appended
    Then all of them go into the next write

  Scenario: AUD-004 a payload is taken as it is at the call
    When a payload is changed after append was called
    Then the row holds what it was before

  Scenario: AUD-005 close writes what was appended before
    When the log is closed while rows wait
    Then they are written, and later appends fail with ERR_AUDIT_CLOSED

  Scenario: AUD-006 the directory is created
    Given a directory that does not exist
    When a log is opened in it
    Then it exists and others than owner and group have no access to the segment

  Scenario: AUD-007 foreign files are no segments
    Given files and folders with other names in the directory
    Then a log is opened and verified as if they were not there

  Scenario: AUD-008 options are checked before anything is created
    When a log is opened with an option out of its bounds
    Then it fails with TypeError or RangeError and the directory is untouched

  Scenario: AUD-009 a listener has no say
    Given a listener that throws
    Then rows are written as without it

  Scenario: AUD-010 errors are recognised across copies
    Then AuditError.isInstance knows the errors of any copy of the package and no others

  Scenario: AUD-011 payloads are written in the form of RFC 8785
    Given the examples and the table of numbers of RFC 8785
    Then the library and the log write what the RFC says

  Scenario: AUD-012 any JSON value is a payload
    Given names like indexes, __proto__, toJSON, shared objects, a bigint
    Then the row holds the canonical form

  Scenario: AUD-013 what is not JSON is refused
    Given NaN, an integer beyond 2^53 - 1, undefined, a cycle, a lone surrogate, an instance of a class
    When it is appended
    Then it fails with ERR_AUDIT_PAYLOAD, no row is written, and the log lives on

  Scenario: AUD-014 payloads are bounded
    Then 65,536 bytes and 64 levels are taken and one more is not

  Scenario: AUD-015 kinds are bounded
    Then a kind that does not match the pattern, is too long, or is one of chain.* fails with ERR_AUDIT_KIND

  Scenario: AUD-016 errors do not quote
    Then no error holds a piece of the payload or of the kind

  Scenario: AUD-017 every row is canonical
    Given any JSON payload
    Then the row on disk is the RFC 8785 form of itself, and the log verifies

  Scenario: AUD-020 each open begins a new segment
    When a log is opened again
    Then its first row names the head, the length and the torn bytes of the segment before, which is not touched

  Scenario: AUD-021 a torn last row is told of
    Given a segment cut within its last row, at any byte
    When the log is opened
    Then all rows before count, and the first row of the new segment names the torn bytes

  Scenario: AUD-022 empty and torn segments are passed over
    Given a crash between the creation of a segment and its first row
    Then the chain goes on from the last segment with rows

  Scenario: AUD-023 other faults keep a log closed
    Given a fault that is not a torn last row
    When the log is opened
    Then it fails with ERR_AUDIT_BROKEN and the files are as before

  Scenario: AUD-024 chains do not hinder each other
    Given a broken chain
    Then another chain of the directory can be opened

  Scenario: AUD-030 an untouched log is in order
    Then verifyAudit answers ok with rows, heads and what a crash left

  Scenario: AUD-031 a flipped byte is named
    Given any byte of a log flipped
    Then verifyAudit names its file and line

  Scenario: AUD-032 touched rows are named
    Given rows dropped, swapped, doubled, inserted, rewritten, or segments gone or renamed
    Then verifyAudit names the first bad row and why

  Scenario: AUD-033 rows behind the end of a segment are shown
    Given rows that stand behind what the next segment goes on from
    Then verifyAudit shows them and does not count them

  Scenario: AUD-034 a cut tail needs an anchor
    Given a log whose last rows were cut
    Then verifyAudit sees it with an anchor and cannot see it without

  Scenario: AUD-035 a missing last segment needs an anchor
    Given a log whose last segment is gone
    Then verifyAudit sees it with an anchor and cannot see it without

  Scenario: AUD-036 a rebuilt chain needs an anchor
    Given a chain with a changed row and all hashes after it made to fit
    Then verifyAudit sees it with an anchor or by the head that another chain recorded, and cannot see it without

  Scenario: AUD-037 recorded heads must be there
    Given a chain whose head another chain recorded
    When that row or the whole chain is gone
    Then verifyAudit names it

  Scenario: AUD-038 sealed segments can be moved away
    Given the oldest segments of a chain moved elsewhere
    Then the rest verifies with an anchor at the seam, the archive with the same one, and the log goes on

  Scenario: AUD-039 anchors are checked
    Then a chain begun anew fails an anchor, and what is no anchor is a TypeError

  Scenario: AUD-040 batches can be signed
    Given an Ed25519 key
    Then each batch ends in a signature row and the log verifies with the public key

  Scenario: AUD-041 another key is seen
    Then a log signed with another key or with none does not verify with the key

  Scenario: AUD-042 a rebuilt chain is seen with a key
    Given a signed chain rebuilt without the key
    Then verifyAudit sees it with the public key

  Scenario: AUD-043 unsigned rows at the end do not count
    Given rows added at the end without the key
    Then they do not count, before and after the next open

  Scenario: AUD-044 a chain keeps its key
    Then a chain is not opened with another key, and rows of a writer without it are seen

  Scenario: AUD-045 only Ed25519 keys
    Then other keys are a TypeError

  Scenario: AUD-050 segments rotate by size
    Given a bound on the length of a segment
    Then a new segment is begun when it is reached and the chain goes on

  Scenario: AUD-051 segments rotate by time
    Given a bound on the age of a segment
    Then the first append after it begins a new segment

  Scenario: AUD-052 rotation loses nothing
    Given rotation before every batch
    Then every acknowledged row is in the chain

  Scenario: AUD-060 the older of two writers stops
    Given two writers of one chain
    Then the older one fails with ERR_AUDIT_SUPERSEDED from then on and writes nothing more

  Scenario: AUD-061 taking over loses nothing
    Given writers that take over from each other under load
    Then every acknowledged row is in the chain

  Scenario: AUD-062 a race of openers
    Given several writers that open a chain at once
    Then one remains and no two share a segment

  Scenario: AUD-063 chains record each other
    Given several chains in a directory
    Then the first row of each segment names the heads of the others

  Scenario: AUD-064 several processes, several chains
    Given processes that write a chain each into one directory
    Then the directory verifies as one and every acknowledged row is there

  Scenario: AUD-065 several processes, one chain
    Given processes that race for one chain
    Then every acknowledged row is there and the others stopped with ERR_AUDIT_SUPERSEDED

  Scenario: AUD-070 a killed writer loses nothing
    Given a writer killed with SIGKILL under load, twenty times
    Then after each time every acknowledged row is there and the chain goes on

  Scenario: AUD-071 a disk that refuses
    Given a limit on the size of a file, a full file system, or a segment that became unwritable
    Then append fails with ERR_AUDIT_WRITE from then on, every acknowledged row is there, and the log goes on later

  Scenario: AUD-072 a segment that was touched
    Given a segment that was removed, renamed, replaced, cut or appended to while it was open
    Then append fails with ERR_AUDIT_FILE_CHANGED from then on, which the listener is told once

  Scenario: AUD-073 a directory that cannot be used
    Then opening fails with ERR_AUDIT_WRITE and verifying with ERR_AUDIT_READ

  Scenario: AUD-080 a stranger verifies a log
    Given a script in another language, written from docs/audit-format.md
    Then it accepts a log and sees a changed row and a cut tail

  Scenario: AUD-081 the last rows can be read
    Then readAuditTail returns the last rows of each chain across segments

  Scenario: AUD-090 the surface is pinned
    Then the exports and the error codes are those of the README

  Scenario: AUD-082 what is no regular file is refused by its name
    Given a directory or a pipe where a segment should be
    When the log is verified, read or opened
    Then each fails at once with ERR_AUDIT_READ and names it, and other chains open

  Scenario: AUD-110 a check that would check nothing is refused
    Given an anchor without a head, an unknown option, or options that are no object
    When a log is verified
    Then it fails with a TypeError

  Scenario: AUD-100 a segment row holds what its page says
    Given a segment whose first row has a head, a key or a segment before of another form
    When the log is verified
    Then the row is named as broken

  Scenario: AUD-101 lines that are no rows hide nothing
    Given a log with lines behind its last row that are no rows
    When its last rows are read
    Then they are the last rows

  Scenario: AUD-102 a listener that rejects
    Given a listener whose promise rejects
    Then appends go on

  Scenario: AUD-111 reading ends when it is told to
    Given a log of several megabytes
    When the signal of a check, or of a look at the last rows, is aborted
    Then it rejects with the reason of that signal

  Scenario: AUD-112 an error is known by its brand
    Given an error that another realm made, with the brand of this package and without
    When it is asked whether it is one of this package's
    Then the brand decides

  Scenario: AUD-120 a relative directory
    Given a log that was opened by a relative path
    When the process changes its working directory
    Then the log goes on in the directory where it was opened

  Scenario: AUD-121 numbers of segments have an end
    Given a file whose name takes the last number that a segment can have
    When the chain is opened
    Then it is refused, since no reader would take the next one for a segment

  Scenario: AUD-122 a signed chain asks for its key
    Given a signed chain
    When it is opened without a key
    Then it is refused and left alone, and opens with the key

  Scenario: AUD-180 the Python verifier without a log
    Given no argument, or one that is no directory
    When docs/verify_audit_log.py runs
    Then it says so in one line

  Scenario: AUD-140 who verifies needs no private key
    Given the private key of a signed log
    When it is given to verifyAudit in place of the public one
    Then it is refused with a TypeError

  Scenario: AUD-200 opening ends when it is told to
    Given a log of several megabytes that another writer has open
    When the signal of an opening is aborted
    Then it rejects with the reason of that signal, begins no segment, and the other writer goes on

  Scenario: AUD-210 a directory that is not there is named
    Given a path that leads nowhere
    When the log is opened, verified or its tail is read
    Then the message names the path and what to do, and ends in the system's code

  Scenario: AUD-211 an empty path is no path
    When a function is given an empty string for the directory
    Then it fails with a RangeError and does not take the working directory

  Scenario: AUD-212 where a payload has its fault
    Given a payload with a value that is refused, at any depth
    When it is appended
    Then the message tells the way to it by positions, from 1, and no name

  Scenario: AUD-213 a length that is no number
    Given a list whose proxy gives NaN for its length
    When it is appended
    Then it is refused as too large

  Scenario: AUD-240 one key in a string
    Given a string of two public keys
    When a log is verified with it
    Then it throws a TypeError

  Scenario: AUD-214 a time that a row has no room for
    Given a clock beyond the year 5138
    When a row is appended
    Then it is refused with a RangeError, and the log stays in order

  Scenario: AUD-215 a clock that fails behind an append
    Given a clock that answers NaN or throws once the row was handed over
    When the batch is written, signed, or begins a segment
    Then the row is on disk and the log lives on

  Scenario: AUD-216 many chains in one directory
    Given a directory with thirty chains
    When another one is opened
    Then the directory is read as often as with two, and every chain's head is recorded

  Scenario: AUD-260 what no writer leaves behind a segment
    Given a segment that another one goes on from, and lines behind what that one found
    When the log is verified
    Then rows that follow each other are shown, and anything else is a fault

  Scenario: AUD-261 a segment begins where its number says
    Given a directory with one segment, whose first row was written anew with a hash that fits
    When its number, its predecessor or what it goes on from do not go together
    Then the row is named and why

  Scenario: AUD-262 the members of a row have forms
    Given a row with a member of another form
    When the log is verified
    Then the row is named, whatever its hash

  Scenario: AUD-263 rows are UTF-8
    Given a row with a byte that no UTF-8 has, and a hash that fits its bytes
    When the log is verified
    Then the row is named

  Scenario: AUD-264 on disk means on disk
    When a log is opened in a directory that does not exist
    Then its segment is written through to the disk, and the names of segment and directories are synced

  Scenario: AUD-265 a recorded head cannot be undone
    Given another chain in the directory
    When a log is opened
    Then that chain's segment is synced before its head is recorded

  Scenario: AUD-266 no file stays open
    When a log is rotated, verified, read and closed, or its opening fails
    Then no segment but the one that is written is open

  Scenario: AUD-267 of a signed chain a signed row is recorded
    Given a signed chain with a row at its end that no signature covers
    When another chain is opened
    Then it records the signature before that row

  Scenario: AUD-268 a chain that goes on meanwhile is not recorded
    Given a chain that begins another segment while its head is read
    When another chain is opened
    Then it does not record it

  Scenario: AUD-269 batches are bounded
    Given rows of more than 16 Mi characters that wait
    When they are written
    Then they go into two batches

  Scenario: AUD-270 a segment lasts a day
    Given a log without a bound on the age of its segments
    When a row is appended a day after the segment was begun
    Then a new segment is begun

  Scenario: AUD-271 the longest row
    Given a chain, a kind and a payload of the greatest lengths
    When the row is written
    Then the log verifies
