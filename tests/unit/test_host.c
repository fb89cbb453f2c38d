// SPDX-License-Identifier: GPL-3.0-or-later
#include "observe/host.h"

#include "machine_tree.h"
#include "model/fact.h"
#include "observe/kernel_config.h"

#include <zlib.h>

#define CPU "sys/devices/system/cpu/"

static const char *text_of(const json_t *facts, const char *name)
{
	const char *text = json_string_value(json_object_get(facts, name));

	return text ? text : "(none)";
}

static long long number_of(const json_t *facts, const char *name)
{
	return json_integer_value(json_object_get(facts, name));
}

static const char *why(const json_t *facts, const char *name)
{
	ck_assert_msg(json_is_null(json_object_get(facts, name)), "%s is known", name);
	return text_of(json_object_get(facts, "unknown"), name);
}

START_TEST(a_machine_is_told_by_its_files)
{
	struct scratch s;

	scratch_begin(&s);
	tree_file(&s, "proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
	tree_file(&s, "proc/cmdline", "ro quiet mitigations=off\n");
	tree_file(&s, "proc/cpuinfo",
		"processor : 0\nmodel name\t: Some CPU @ 3 GHz\nmicrocode\t: 0x2b\n"
		"flags\t\t: fpu constant_tsc hypervisor\n");
	tree_file(&s, "proc/meminfo",
		"MemTotal:       16384 kB\nMemAvailable:    8192 kB\nSwapTotal:  0 kB\n");
	tree_file(&s, "proc/stat", "cpu  1 2 3\nbtime 1700000000\n");
	tree_file(&s, "proc/sys/vm/swappiness", "60\n");
	tree_file(&s, CPU "online", "0-3,8\n");
	tree_file(&s, CPU "isolated", "\n");
	tree_file(&s, CPU "vulnerabilities/meltdown", "Not affected\n");
	tree_file(&s, CPU "vulnerabilities/mds", "Vulnerable\n");
	tree_file(&s, CPU "cpufreq/policy0/scaling_governor", "performance\n");
	tree_file(&s, CPU "cpufreq/policy1/scaling_governor", "powersave\n");
	tree_file(&s, CPU "cpufreq/policy2/scaling_governor", "performance\n");
	tree_file(&s, CPU "cpufreq/policy0/scaling_driver", "acpi-cpufreq\n");
	tree_file(&s, "sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
	tree_file(&s, "sys/class/thermal/thermal_zone0/temp", "41000\n");
	tree_file(&s, "sys/class/thermal/thermal_zone1/temp", "57000\n");
	tree_file(&s, "etc/os-release", "NAME=x\nPRETTY_NAME=\"Some Linux 12\"\n");

	json_t *facts = host_facts(s.path, "1.2.3");
	ck_assert_str_eq(text_of(facts, "bakeoff"), "1.2.3");
	ck_assert_str_eq(text_of(facts, "kernel"), "6.1.0-13-amd64");
	ck_assert_str_eq(text_of(facts, "kernel_command_line"), "ro quiet mitigations=off");
	ck_assert_str_eq(text_of(facts, "cpu"), "Some CPU @ 3 GHz");
	ck_assert_str_eq(text_of(facts, "microcode"), "0x2b");
	ck_assert(json_is_true(json_object_get(facts, "virtual_machine")));
	ck_assert_int_eq(number_of(facts, "memory_bytes"), 16384 * 1024);
	ck_assert_int_eq(number_of(facts, "booted_s"), 1700000000);
	ck_assert_int_eq(number_of(facts, "swappiness"), 60);
	ck_assert_int_eq(number_of(facts, "cpus"), 5);
	ck_assert_str_eq(text_of(facts, "cpus_isolated"), "none");
	ck_assert_str_eq(text_of(json_object_get(facts, "mitigations"), "mds"), "Vulnerable");
	ck_assert_str_eq(text_of(facts, "governor"), "performance (2), powersave (1)");
	ck_assert_str_eq(text_of(facts, "frequency_driver"), "acpi-cpufreq");
	ck_assert_str_eq(text_of(facts, "transparent_hugepage"), "madvise");
	ck_assert_int_eq(number_of(facts, "temperature_mC"), 57000);
	ck_assert_str_eq(text_of(facts, "distribution"), "Some Linux 12");
	json_decref(facts);
	scratch_end(&s);
}
END_TEST

START_TEST(what_is_missing_or_empty_is_null_with_the_reason_and_never_0)
{
	struct scratch s;

	scratch_begin(&s);
	tree_file(&s, "proc/meminfo", "MemFree: 1 kB\n");
	tree_file(&s, "proc/sys/vm/swappiness", "\n");
	json_t *facts = host_facts(s.path, "1.2.3");
	ck_assert_ptr_nonnull(strstr(why(facts, "memory_bytes"), "has no 'MemTotal'"));
	ck_assert_ptr_nonnull(strstr(why(facts, "swappiness"), "is empty"));
	ck_assert_ptr_nonnull(strstr(why(facts, "governor"), "cpufreq"));
	ck_assert_ptr_nonnull(strstr(why(facts, "cpus"), "No such file"));
	ck_assert_ptr_nonnull(strstr(why(facts, "kernel_config"), "config.gz"));
	json_decref(facts);
	scratch_end(&s);
}
END_TEST

START_TEST(every_fact_of_this_machine_has_a_rule_and_every_null_a_reason)
{
	json_t *facts = host_facts("", "1.2.3");
	char path[256];

	ck_assert_str_ne(text_of(facts, "kernel"), "(none)");
	for (void *at = json_object_iter(facts); at; at = json_object_iter_next(facts, at)) {
		const char *key = json_object_iter_key(at);
		const json_t *value = json_object_iter_value(at);
		if (strcmp(key, "unknown") == 0)
			continue;
		if (json_is_null(value))
			ck_assert_str_ne(why(facts, key), "(none)");
		(void)snprintf(path, sizeof(path), "host.%s%s", key,
			json_is_object(value) ? ".x" : "");
		ck_assert_msg(*fact_rule_of(path)->key, "model/fact.c has no rule for %s", path);
	}
	json_decref(facts);
}
END_TEST

static json_t *config_below(const struct scratch *s)
{
	json_t *config = NULL;
	struct error err = { 0 };

	OK(kernel_config_read(NULL, s->path, &config, &err));
	return config;
}

START_TEST(the_configuration_is_that_of_the_running_kernel_wherever_it_lies)
{
	struct scratch s;
	char path[256];

	scratch_begin(&s);
	tree_file(&s, "proc/sys/kernel/osrelease", "6.1.0\n");
	tree_file(&s, "lib/modules/6.1.0/config", "CONFIG_HZ=100\n");
	json_t *config = config_below(&s);
	ck_assert_str_eq(text_of(config, "HZ"), "100");
	json_decref(config);
	tree_file(&s, "boot/config-6.1.0",
		"# CONFIG_KASAN is not set\nCONFIG_HZ=250\nCONFIG_PROVE_LOCKING=y\nCONFIG_X=y\n");
	config = config_below(&s);
	ck_assert_str_eq(text_of(config, "HZ"), "250");
	ck_assert_str_eq(text_of(config, "KASAN"), "n");
	ck_assert_str_eq(text_of(config, "PROVE_LOCKING"), "y");
	ck_assert_ptr_null(json_object_get(config, "X"));
	json_decref(config);
	(void)snprintf(path, sizeof(path), "%s/proc/config.gz", s.path);
	gzFile file = gzopen(path, "wb");
	ck_assert_int_gt(gzputs(file, "CONFIG_HZ=1000\n"), 0);
	ck_assert_int_eq(gzclose(file), Z_OK);
	config = config_below(&s);
	ck_assert_str_eq(text_of(config, "HZ"), "1000");
	json_decref(config);
	scratch_end(&s);
}
END_TEST

START_TEST(a_debugging_option_counts_only_where_the_command_line_lets_it)
{
	static const struct config_option owner = { "PAGE_OWNER", CONFIG_SLOWS,
		.switch_on = "page_owner=on" };
	static const struct config_option leak = { "DEBUG_KMEMLEAK", CONFIG_RUINS,
		.switch_off = "kmemleak=off" };
	json_t *config = json_pack("{s:s, s:s}", "PAGE_OWNER", "y", "DEBUG_KMEMLEAK", "y");

	ck_assert(!config_is_on(&owner, config, "ro quiet"));
	ck_assert(!config_is_on(&owner, config, "xpage_owner=on"));
	ck_assert(config_is_on(&owner, config, "ro page_owner=on quiet"));
	ck_assert(config_is_on(&leak, config, "ro"));
	ck_assert(!config_is_on(&leak, config, "kmemleak=off"));
	ck_assert(!config_is_on(&leak, NULL, ""));
	json_decref(config);
}
END_TEST

UNIT_MAIN("host", a_machine_is_told_by_its_files,
	what_is_missing_or_empty_is_null_with_the_reason_and_never_0,
	every_fact_of_this_machine_has_a_rule_and_every_null_a_reason,
	the_configuration_is_that_of_the_running_kernel_wherever_it_lies,
	a_debugging_option_counts_only_where_the_command_line_lets_it)
