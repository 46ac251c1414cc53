Feature: cli, the cordon command

  Scenario: CLI-001 help lists every command
    When cordon is run with --help
    Then every command is listed with its summary and the exit code is 0

  Scenario: CLI-002 a wrong command line is refused in one line
    Given an unknown command or option
    When cordon is run with it
    Then stderr holds one line, stdout nothing, and the exit code is 2

  Scenario: CLI-003 the command runs as a process
    When the bin is started
    Then it answers on its streams and sets the exit code

  Scenario: CLI-004 hostile text cannot steer the terminal
    Given text with controls, format characters, surrogates or private-use characters
    When it is printed as text or as JSON
    Then each of them is written out, and the JSON still means the same

  Scenario: CLI-005 the surface is pinned
    When the package is imported
    Then it exports what the README lists and nothing else

  Scenario: CLI-006 an interrupt ends the command
    Given a command that waits for more input
    When it is interrupted
    Then it says so in one line and exits with 130

  Scenario: CLI-007 a reader may leave early
    Given a command whose output is read by another program
    When that program ends first
    Then the command ends without a complaint, with 141

  Scenario: CLI-008 the README shows real output
    Given the commands and files of the README
    When they are run
    Then they print what it says

  Scenario: CLI-009 a stray NUL does not take a file out of a review
    Given a directory with a program that holds a NUL in a comment
    When it is reviewed
    Then the program is reviewed

  Scenario: CLI-010 a clean file is approved
    Given a file without faults
    When it is reviewed offline
    Then the report approves, names the offline reviewers, and the exit code is 0

  Scenario: CLI-011 a dangerous file is rejected
    Given a file that evaluates its input
    When it is reviewed offline as JSON
    Then the report is the wire object with verdict reject and the exit code is 1

  Scenario: CLI-012 standard input is reviewed
    Given text on standard input
    When it is reviewed through -
    Then the report is on stdout

  Scenario: CLI-013 what cannot be reviewed is explained
    Given input that is missing, empty, binary, not UTF-8, or one byte over 4 MiB
    When it is reviewed
    Then one line says why, stdout is empty, and the exit code is 2

  Scenario: CLI-014 a directory is reviewed file by file
    Given a directory with text, binary and empty files, node_modules and .git
    When it is reviewed
    Then one report holds every text file, the worst verdict, and what was left out and why

  Scenario: CLI-015 an incomplete directory review is no success
    Given a directory whose reviewed files pass and one that could not be reviewed
    When it is reviewed
    Then the exit code is 2

  Scenario: CLI-016 progress and colour are for terminals
    When a review runs in a pipe, on a terminal, with NO_COLOR or with FORCE_COLOR
    Then progress shows on a terminal only, and NO_COLOR wins

  Scenario: CLI-017 a report shows what hid in the text
    Given text with invisible characters and a forged header
    When it is reviewed
    Then the report lists both with their places

  Scenario: CLI-018 options outside their bounds are refused
    When review is given a wrong mode, format, policy, timeout or number of inputs
    Then one line says so and the exit code is 2

  Scenario: CLI-019 an interrupted review is no verdict
    When the user interrupts a review
    Then it says interrupted and prints no report

  Scenario: CLI-020 every vendor's own protocol is spoken
    Given a local server that speaks OpenAI, Anthropic, Google or Ollama
    When text is reviewed with that vendor's real client
    Then three seats are asked with the key, the fenced prompt and the right path, and their verdicts count

  Scenario: CLI-021 OpenAI itself is asked through the Responses API
    Given no other base URL
    When text is reviewed with openai:
    Then the requests go to /v1/responses

  Scenario: CLI-022 a rate limit is waited out
    Given a server that answers 429 with Retry-After once
    When text is reviewed
    Then every seat is asked again and the run is complete

  Scenario: CLI-023 a fault costs one seat
    Given one seat whose server fails, refuses, redirects, hangs, breaks off, rambles, echoes or impersonates
    When text is reviewed
    Then the report is degraded, says so first and names the seat and the reason

  Scenario: CLI-024 two lost seats are an error
    Given two seats that fail
    When text is reviewed
    Then both reasons are on stderr and the exit code is 2

  Scenario: CLI-025 a server that is not there is named by its error code
    Given a port on which nothing listens
    When text is reviewed
    Then the error names ECONNREFUSED

  Scenario: CLI-026 a missing key is named
    Given no key for a vendor
    When text is reviewed with it
    Then the error names the variable to set

  Scenario: CLI-027 a wrong model or base URL is refused before anything is sent
    Given a model without vendor, an unknown vendor, or a base URL with another scheme or credentials
    When text is reviewed with it
    Then one line says so, without the credentials

  Scenario: CLI-028 model text cannot steer the terminal or forge the report
    Given a model that answers with terminal sequences and headings
    When its report is printed
    Then neither is in it

  Scenario: CLI-029 the environment names the server
    Given a process with a vendor's usual base URL variable
    When text is reviewed with that vendor
    Then that server is asked, and the process ends, at the latest at its time limit

  Scenario: CLI-030 what belongs in text is not hidden
    Given plain text, Windows line ends, a leading byte order mark, forged headers, emoji or scripts with joiners
    When it is inspected
    Then the exit code is 0

  Scenario: CLI-031 what a reader cannot see is hidden
    Given text with invisible, bidi, tag or control characters, terminal sequences or line breaks that editors do not show
    When it is inspected
    Then the exit code is 1

  Scenario: CLI-032 people get a table and the line
    Given text with hidden characters
    When it is inspected
    Then a table names them with their places and the line shows them written out

  Scenario: CLI-033 smuggled text is decoded
    Given ASCII carried by tag characters
    When it is inspected
    Then the table says what it says

  Scenario: CLI-034 programs get every change as JSON
    When files are inspected with --json
    Then each change of each file is listed, with the skipped and failed files

  Scenario: CLI-035 files, directories and patterns may be mixed
    When they are inspected together
    Then each file is read once, and node_modules and .git are left out

  Scenario: CLI-036 what was not inspected is said
    Given a binary file, a file over 16 MiB and a pattern that matches nothing
    When they are inspected
    Then the binary is listed as skipped, and the others are failures with exit code 2

  Scenario: CLI-037 the policy decides what is looked for
    Given tag characters
    When they are inspected under standard and under strict
    Then only strict reports them

  Scenario: CLI-038 what is hidden is listed before the list is full
    Given a file with more visible changes than are listed, and a hidden one after them
    When it is inspected
    Then the hidden one is listed

  Scenario: CLI-039 a stray byte does not take a text out of the check
    Given text with a NUL or a byte that is not UTF-8, and files that are mostly such bytes
    When they are inspected
    Then the text is inspected, the NUL counts as hidden, and the others are skipped by name

  Scenario: CLI-040 sanitize prints clean text
    When text is sanitized under either policy, or with quoted lines
    Then stdout holds the sanitized text and nothing else

  Scenario: CLI-041 several files are printed one after the other
    When two files are sanitized
    Then their clean texts follow each other in the order given

  Scenario: CLI-042 chunks do not matter
    Given text that arrives byte by byte
    When it is sanitized
    Then the result is that of the whole text

  Scenario: CLI-043 what is not UTF-8 is refused
    Given bytes that are not UTF-8
    When they are sanitized
    Then one line says so and the exit code is 2

  Scenario: CLI-044 sanitize is a filter
    Given a process with long standard input
    When it is sanitized
    Then the whole clean text comes out

  Scenario: CLI-045 what is there and cannot be read is a failure
    Given a directory that cannot be listed, or a loop of links
    When it is inspected
    Then one line names it and the exit code is 2

  Scenario: CLI-065 a stray byte does not take a short text out of the check
    Given a text of a few characters with one that is not UTF-8, and a hidden one
    When it is inspected
    Then the exit code is 1

  Scenario: CLI-066 hidden outweighs unreadable
    Given a file with something hidden and a binary one, both named
    When they are inspected
    Then the exit code is 1, and the other one is counted and named

  Scenario: CLI-067 an empty name is no file
    When a command is given "" for a file
    Then it reads nothing and exits with 2

  Scenario: CLI-068 a directory without a file is no input
    When a command is given a directory that holds no file
    Then it says so and exits with 2

  Scenario: CLI-069 a mistyped command line names the mistake
    When help is asked for an unknown command, or -v is given
    Then one line names it and the exit code is 2

  Scenario: CLI-070 sanitizing many files leaves nothing behind
    When more files are sanitized than a stream has room for listeners
    Then their texts are printed one after the other, and no warning

  Scenario: CLI-071 an interrupt ends sanitize
    Given a standard input that says nothing and does not end
    When the command is interrupted
    Then it ends

  Scenario: CLI-100 --check finds what the gateway would refuse
    Given a badge named like a field of the answer
    When the configuration is checked
    Then it is a fault, and the exit code is 2

  Scenario: CLI-101 a variable is one of the environment's own
    Given ${constructor} for a secret, and no such variable
    When the configuration is checked
    Then it is a fault

  Scenario: CLI-102 no field is passed over
    Given a field named __proto__
    When the configuration is checked
    Then it is a fault

  Scenario: CLI-103 times that a timer can hold
    Given a time above 2,147,483,647 ms
    When the configuration is checked
    Then it is a fault

  Scenario: CLI-104 handles by the rule of the personas
    Given a handle whose id is longer than 64 characters
    When the configuration is checked
    Then it is a fault

  Scenario: CLI-105 every loopback address is served alike
    Given an address of this machine other than 127.0.0.1, and no tenants
    When the gateway is called under the URL that it prints, then gets SIGTERM
    Then it answers, and exits with 0

  Scenario: CLI-106 a terminated command
    Given a command other than serve that runs
    When it gets SIGTERM
    Then it exits with 143

  Scenario: CLI-110 a fault hides no other
    Given a configuration with faulty fields beside each other, and faults between fields
    When the configuration is checked
    Then all of them are named, and none that only follows from another

  Scenario: CLI-111 the configuration's own slips
    Given serve with its file as an argument, or a file without a field that is required
    When the command runs
    Then the message says where the file goes, and that the field is missing

  Scenario: CLI-112 a handle where an id belongs
    Given personas new with id@version
    When the command runs
    Then the message says to write them apart

  Scenario: CLI-113 a wrong model or base URL
    Given a model or a base URL that cannot be used
    When the command runs
    Then the message begins with the flag or the variable that holds it

  Scenario: CLI-115 no mark behind the last line
    Given a text that is empty, or ends with a line end
    When sanitize quotes its lines
    Then each of its lines has the mark, and nothing follows them

  Scenario: CLI-114 a terminal that is none
    Given arguments of other types for runCli
    When it is called
    Then it rejects with a TypeError that names the argument

  Scenario: CLI-130 personas with nothing in common
    Given two personas of thousands of lines, none of them the same
    When they are compared
    Then the patch takes out one and puts in the other, without minutes of search

  Scenario: CLI-131 an input that does not end
    Given a command, or a serve with its configuration, that reads a pipe whose writer does not end
    When SIGTERM comes
    Then the command ends with 143

  Scenario: CLI-150 a broken log on standard error
    Given a broken log, and only one of the two outputs on a terminal
    When an anchor is asked for
    Then what standard error says is coloured only if that is the terminal

  Scenario: CLI-170 a full disk under the log
    Given a gateway whose standard output cannot be written
    Then it says so once, answers every caller, and ends with 0 on SIGTERM

  Scenario: CLI-171 a stalled reader of the log
    Given a gateway whose standard output is a pipe that nobody reads
    Then it answers every caller, and ends on SIGTERM

  Scenario: CLI-173 lines that nobody reads
    Given a pipe that takes no more, and lines beyond what may wait
    Then standard error is told once that they are lost

  Scenario: CLI-172 a directory on standard input
    Given a command that reads standard input, and a directory there
    Then it exits with 2 and says so

  Scenario: CLI-180 lines of the log in batches
    Given a log that is told lines below a warning, a warning, and more lines
    Then the warning is written at once with what came before it, and the others after 100 ms or 16 Ki characters

  Scenario: CLI-183 what is no request behind requests
    Given a connection on which good requests and then one that is no HTTP come in one piece
    When cordon serve answers
    Then the good ones have their answers first, then comes one 400, and the connection ends

  Scenario: CLI-184 faults of a configuration in its own words
    Given a configuration that is empty, or whose fields have other names, types, sizes or forms
    When serve --check reads it
    Then each fault says the field, what is expected, what type was found and how to mend it, and quotes no value

  Scenario: CLI-230 a vendor's key and an address without encryption
    Given a key in the environment and a base URL that begins with http:// and names another machine
    When a model is opened
    Then it is refused before anything is sent, naming where the address was given

  Scenario: CLI-231 a line that was cut
    Given a log on a disk that takes only a part of a line, and room made afterwards
    When cordon serve writes the next line
    Then it begins on a line of its own

  Scenario: CLI-232 colours are for verdicts
    Given a directory with a file that has the word of a verdict in its path
    When it is reviewed in colour
    Then the verdict has the colour and the path has none

  Scenario: CLI-190 sanitize for a script
    Given files and standard input with hidden characters
    When cordon sanitize --json reads them
    Then it prints the text of each and what was hidden in it, and refuses what the text form refuses

  Scenario: CLI-191 one name for JSON
    Given a file to review
    When cordon review is called with --json
    Then it prints what --format json prints

  Scenario: CLI-192 an output that takes nothing
    Given a full disk behind standard output
    When a command writes its answer
    Then it exits with 2 and says so in one line

  Scenario: CLI-240 a key in the place of a name
    Given a configuration in which a key of a vendor stands where a field's name belongs
    When serve --check reads it
    Then the fault says how long the name is and which names there are, and does not repeat it

  Scenario: CLI-241 one text in both forms
    Given texts with every kind of line end, and hidden characters in them
    When cordon sanitize prints them with and without --json, and with and without --quote-lines
    Then the text in the JSON is the one that is printed without it

  Scenario: CLI-260 broken YAML in words
    Given a configuration that is neither YAML nor JSON
    When serve reads it
    Then it says line, column and a sentence of ours, and quotes nothing of the file

  Scenario: CLI-250 personas that are not there
    Given tenants whose default or allowed personas the directory does not hold
    When cordon serve --check reads the configuration
    Then it warns of each by its field and handle, and the check is passed

  Scenario: CLI-251 the call that is printed
    Given tenants that may use some personas only
    When cordon serve says how to call it
    Then the call names a persona that a tenant may use, and whose key it takes

  Scenario: CLI-252 a log whose process breaks
    Given lines below a warning that wait to be written
    When an error that nobody catches ends the process
    Then they are written before it ends

  Scenario: CLI-300 links are not followed
    Given a directory with links to a file and to a directory elsewhere
    When it is inspected
    Then what they lead to is not read

  Scenario: CLI-301 an endless input
    Given a standard input that does not end
    When it is inspected
    Then it is refused as too large once it is

  Scenario: CLI-302 text or binary
    Given a few or many bytes that are no UTF-8 among others
    When they are inspected
    Then a text may hold five in a hundred of them, or four if they are less than half

  Scenario: CLI-303 a long report is cut
    Given a file with hidden characters on many lines, and on a long one
    When it is inspected
    Then four places and ten lines are shown, of a long line what is around, and how many more there are

  Scenario: CLI-304 added lines of a labelled file
    Given a file with a line separator
    When it is reviewed
    Then the report numbers its lines as the file does

  Scenario: CLI-305 the worst verdict counts
    Given a directory whose files are approved, conditional and rejected
    When it is reviewed
    Then the verdict on the directory is reject, and the exit code is 1

  Scenario: CLI-307 a seal under way
    Given what a seal that was cut off left behind
    When the personas are sealed
    Then the message names the file and what to do, and the exit code is 2

  Scenario: CLI-261 what was sealed, and what is shown
    Given sealed personas of which one was edited, or a lock that cannot be read
    When cordon personas show prints one
    Then it says what the lock says of it, and warns and exits with 1 unless that is good

  Scenario: CLI-262 the file of a changed persona
    Given a persona that was edited after it was sealed
    When cordon personas verify reads the directory
    Then the fault names the file and the handle

  Scenario: CLI-263 a template is sealed
    Given a persona as cordon personas new wrote it
    When it is sealed
    Then a warning names its file

  Scenario: CLI-264 what there is in place of what was named
    Given a command, an option or a chain that does not exist
    When it is named on the command line
    Then the fault lists what there is, or suggests it, or says where it is listed

  Scenario: CLI-265 JSON of many files
    Given many files
    When they are sanitized or inspected with --json
    Then each is printed before the next is read, and all that is printed is one JSON, also when a file is refused

  Scenario: CLI-310 a wrong number of arguments
    Given a command with an argument too few or too many
    Then the fault says where the arguments are listed

  Scenario: CLI-311 a log without a whole row
    Given the directory of a log in which no line is a row
    When cordon audit head or tail reads it
    Then the message says that, and which command says why

  Scenario: CLI-312 a directory that cannot be made
    Given a file where a directory is to be
    When cordon personas new or keygen writes into it
    Then the message names the directory as it was given

  Scenario: CLI-313 a directory that verify cannot read
    Given a directory that is missing or a file
    When cordon personas verify reads it
    Then the message names it as it was given, and the exit code is 2

  Scenario: CLI-314 a configuration on standard input
    Given a broken configuration on standard input
    When cordon serve checks it
    Then the message calls it <stdin>

  Scenario: CLI-315 a model out of reach
    Given a model whose server does not answer
    When a file is reviewed
    Then the message says what to look at

  Scenario: CLI-316 a directory without personas
    Given a directory that holds no persona file
    When its personas are checked or sealed
    Then the command says so and exits 2: a mistyped path must not pass

  Scenario: CLI-320 a check leaves the audit log alone
    Given an audit log that is not there yet, or that a running gateway writes
    When cordon serve checks its configuration
    Then it is in order, nothing is created or written, and the gateway goes on

  Scenario: CLI-321 a check tells of the audit log what a start would
    Given an audit directory that is a file, cannot be written, or holds a broken chain
    When cordon serve checks its configuration
    Then the fault is told and the exit code is 2, as it is of a start

  Scenario: CLI-322 a check warns of what lets a gateway start
    Given an audit directory in which another chain is broken, or recorded rows that are missing
    When cordon serve checks its configuration
    Then a warning says so

  Scenario: CLI-325 options that contradict each other
    Given a command line with two options that cannot both be followed
    When it is run
    Then it is refused with exit code 2 by a message that names both

  Scenario: CLI-326 standard input twice
    Given a command line on which two options name standard input
    When it is run
    Then it is refused with exit code 2 by a message that says so

  Scenario: CLI-330 a comparison with what was tampered with
    Given two personas, one or both of them not what was sealed
    When they are compared
    Then a warning names each, and the exit code is 1
