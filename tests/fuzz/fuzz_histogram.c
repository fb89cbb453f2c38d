// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/histogram.h"

#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

/* An accepted histogram survives being written and read, and its quantiles lie within its ends. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct histogram h, again;
	struct error err = { 0 };
	unsigned char *blob;
	size_t blob_size;

	if (histogram_decode(&h, data, size, &err) < 0)
		return 0;
	double p99 = histogram_quantile(&h, 0.99);
	if (p99 < (double)h.least || p99 > (double)h.greatest)
		abort();
	if (histogram_encode(&h, &blob, &blob_size, &err) < 0)
		abort();
	if (histogram_decode(&again, blob, blob_size, &err) < 0 ||
		memcmp(&h, &again, sizeof(h)) != 0)
		abort();
	free(blob);
	return 0;
}
