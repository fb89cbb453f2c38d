// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "import/import.h"

/*
 * Makes lines of bytes. Mended on the way, since none of it is anybody's measurement:
 *
 * - UTF-16 with its byte order mark, UTF-8's mark, Latin-1 where the bytes are no UTF-8;
 * - \r\n and \r as line ends (a progress line's \r too), no-break spaces;
 * - escape sequences of terminals (colours, cursor);
 * - quoted-printable parts of a mail: soft line ends, =3D;
 * - quote marks ("> ", ">>", " > ") before a line.
 *
 * A line keeps the number that it has in the file. -EILSEQ where a zero byte says that this is no
 * text.
 */
int document_make(const char *bytes, size_t size, struct arena *arena,
	struct import_document *document, struct error *err) MUST_CHECK;
