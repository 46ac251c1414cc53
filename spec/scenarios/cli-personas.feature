Feature: cordon personas

  Scenario: CPE-001 check finds every fault
    Given a directory with good and faulty files
    When it is checked
    Then all faults are printed and the exit code is 1, or 0 without a fault

  Scenario: CPE-002 list shows handles, hashes, tools and seals
    When a directory is listed
    Then each persona is a row, sealed or not

  Scenario: CPE-003 show prints a persona as it is injected
    When a persona is shown
    Then its fields, both hashes and its canonical body are printed, with nothing invisible left invisible

  Scenario: CPE-004 diff compares what steers a model
    When two versions are compared
    Then tools, traits, hints and body lines that differ are printed and the exit code is 1

  Scenario: CPE-005 new writes a file to start from
    When a persona is made new
    Then the file passes the check, and an existing one is never overwritten

  Scenario: CPE-006 keygen writes a key pair once
    Then the private key is readable by its owner only, and existing keys are kept

  Scenario: CPE-007 seal and verify
    When a directory is sealed with a key and verified with its public key
    Then both tell the generation, and a changed file fails verification with exit code 1

  Scenario: CPE-008 seal refuses what nobody can have reviewed
    Given a file with characters that cannot be seen
    When it is sealed
    Then they are shown and nothing is sealed, unless --allow-invisible is given

  Scenario: CPE-009 seal refuses faults and changed versions
    Given a faulty file, or a sealed one that was edited
    When the directory is sealed
    Then the faults are printed, the exit code is 1 and the lock stays

  Scenario: CPE-010 keys are rotated
    When a lock is sealed anew by another key with the old one given
    Then the new public key verifies it

  Scenario: CPE-011 a handle that is none
    When show is given a malformed or an absent handle
    Then one line says so, and the exit code is 2

  Scenario: CPE-012 names make no lines of their own
    Given line breaks in names of tools, traits, folders and people
    When the commands print them
    Then they are written out, and no line is forged

  Scenario: CPE-013 the directory may lie elsewhere
    Given a directory of personas beside the working directory, by relative or absolute path
    When it is checked, listed and sealed
    Then that works, and faults name the directory

  Scenario: CPE-035 list tells faults line by line
    Given a directory with a README and a persona without frontmatter
    When it is listed
    Then each fault has a line of its own, and the README is to be moved

  Scenario: CPE-036 what keeps a seal from being made is named
    When a seal is given a public key to sign by, or a key for a lock without signature
    Then one line names the file and what to do

  Scenario: CPE-037 show reads what a registry would
    Given a link that leads outside the directory, a pipe, and a file that is too long
    When it is shown
    Then it is refused, and the command does not wait

  Scenario: CPE-038 no half of a key pair
    Given a directory that holds one of the two key files
    When keygen is run there
    Then it exits with 2 and leaves no other file

  Scenario: CLI-187 a public key without a private one
    When personas are sealed with --public-key and without a key
    Then it exits with 2 and says what is missing

  Scenario: CPE-039 what list says of a seal
    Given a sealed directory of which one file was edited and to which another was added
    When its personas are listed
    Then only the edited one is changed, and the added one unsealed
    And when the lock cannot be read, the seal of each is unsure

  Scenario: CLI-188 all faults of a file at once
    Given a persona file with several faults
    When the directory is checked
    Then each is a line, and the exit code is 1

  Scenario: CLI-189 a seal says which hash is which
    When personas are sealed
    Then each line has the body hash that an answer's header begins with, and the persona hash, below their names
